import pytest

import shelf


@pytest.fixture
def books():
    shelf_ = shelf.Shelf()
    for seed, title in enumerate(["The Oar", "Gulls"]):
        cantos = [shelf.poem(seed, 20_000)] * 50
        shelf_.add(title, "\n".join(cantos) + "\nThe Fog came in\n")
    return shelf_


def test_sizes(books):
    assert [len(index) for index in books.indexes.values()] == [1_000_001, 1_000_001]


def test_words(books):
    assert books.find("fog") == {"The Oar": 1, "Gulls": 1}
    assert books.find("tractor") == {"The Oar": 0, "Gulls": 0}
