"""What samples of a running process say of its variables."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from atfault.decode.watch.watched import GilWatch, Spot, Watched, compare
from atfault.model.state import GilState
from atfault.model.waits import GilHeld


@pytest.mark.parametrize(
    ("samples", "changed", "last"),
    [
        ([{"n": "1"}, {"n": "1"}], set(), {"n": "1"}),
        ([{"n": "1"}, {"n": "2"}], {"n"}, {"n": "2"}),
        ([{}, {"n": "1"}], {"n"}, {"n": "1"}),
        ([{"n": "1"}, {}], {"n"}, {"n": "1"}),
    ],
    ids=["steady", "another value", "new", "gone"],
)
def test_a_variable_is_steady_when_every_reading_finds_the_same(samples, changed, last):
    spot = Spot()
    for one in samples:
        compare(spot, one)
    assert spot.changed == changed
    assert spot.last == last


def held_by(*holders):
    """What is told after a second between each two samples; None: nobody had it."""
    watch = GilWatch()
    for now, tid in enumerate(holders):
        watch.note(GilState(True, tid is not None, tid), float(now))
    return watch.told()


def test_the_gil_is_told_for_as_long_as_one_thread_was_seen_to_have_it_last():
    assert held_by(11, 11, 11) == GilHeld(11, 2.0, 3)
    assert held_by(11, 12, 12) == GilHeld(12, 1.0, 2)
    assert held_by(11, None, 11) == GilHeld(11, 0.0, 1)
    assert held_by(11, 11, None) is None


def test_a_gil_whose_holder_is_not_known_ends_the_span():
    watch = GilWatch()
    watch.note(GilState(True, True, 11), 0.0)
    watch.note(GilState(False, True, None, "it was just being handed over"), 1.0)
    assert watch.told() is None


def test_an_endless_loop_lies_outside_of_functions_that_seem_to_stay():
    watched, around, inner = Watched(), Spot(), Spot()
    around.is_mine = inner.is_mine = True
    watched.spots = {(1, 1): around, (2, 2): inner}
    assert watched.looping() is inner
    around.watch = SimpleNamespace(is_endless=True)
    inner.watch = SimpleNamespace(is_endless=False)
    assert watched.looping() is around
    inner.watch.is_endless = True
    assert watched.looping() is inner
