"""Rules of the satchel, in a game about a museum."""

import pytest

from satchel import weigh


class Satchel:
    """Scrolls, as bytes. Those that crumble when they are looked at are gone at once."""

    def __init__(self, *scrolls):
        self.scrolls = list(scrolls)
        self.crumbled = 0

    def holds(self, scroll):
        if scroll.startswith(b"dust"):
            self.scrolls.remove(scroll)
            self.crumbled += 1
            return False
        return True

    def weight(self):
        return weigh(self.scrolls, self.holds)


def scroll(kind, pages):
    return kind.encode() + bytes(4096 * pages)


@pytest.fixture
def satchel():
    return Satchel(scroll("vellum", 2), scroll("linen", 30), scroll("vellum", 1))


def test_weight(satchel):
    assert satchel.weight() == 33 * 4096 + 17


def test_empty():
    assert Satchel().weight() == 0


def test_light_ones_only(satchel):
    assert weigh(satchel.scrolls, lambda each: len(each) < 10_000) == 3 * 4096 + 12


def test_dust_weighs_nothing(satchel):
    satchel.scrolls.insert(1, scroll("dust", 120))
    assert satchel.weight() == 33 * 4096 + 17
    assert satchel.crumbled == 1
