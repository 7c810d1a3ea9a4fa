"""What samples of a running process say of its variables."""

from __future__ import annotations

import pytest

from atfault.decode.watch.watched import Spot, compare


@pytest.mark.parametrize(
    ("samples", "changed", "steady"),
    [
        ([({"n": "1"}, {"n": "1"}), ({"n": "1"}, {"n": "1"})], set(), {"n": "1"}),
        ([({"n": "1"}, {"n": "1"}), ({"n": "2"}, {"n": "2"})], {"n"}, {"n": "2"}),
        ([({"n": "1"}, {"n": "2"})], {"n"}, {}),
        ([({"n": "1"}, {})], {"n"}, {}),
        ([({}, {}), ({"n": "1"}, {"n": "1"})], {"n"}, {"n": "1"}),
        ([({"n": "1"}, {"n": "1"}), ({}, {})], {"n"}, {"n": "1"}),
    ],
    ids=["steady", "another value", "between readings", "gone between", "new", "gone"],
)
def test_a_variable_is_steady_when_every_reading_finds_the_same(samples, changed, steady):
    """A number that is counted up is mostly unreadable: its memory is reused at once."""
    spot = Spot()
    for one, two in samples:
        compare(spot, one, two)
    assert spot.changed == changed
    assert spot.last == steady
