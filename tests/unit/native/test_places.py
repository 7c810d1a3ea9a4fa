"""Places as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atfault.native.places import format_lines, parse_lines


@given(st.lists(st.tuples(st.text(), st.text(), st.integers(0), st.integers(0)), max_size=4))
def test_any_text_survives_the_round_trip(places: list[tuple[str, str, int, int]]) -> None:
    lines = {0x10: tuple(places)}
    if any("\ud800" <= c <= "\udfff" for p in places for c in p[0] + p[1]):
        return
    assert parse_lines(format_lines(lines)) == lines


@pytest.mark.parametrize("line", ["x", "l\t1\tf", "l\tzz\tf\ta.c\t1\t1", "l\t1\tf\ta.c\tone\t1"])
def test_damaged_lines_are_refused(line: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        parse_lines([line])
