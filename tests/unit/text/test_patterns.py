"""A line costs time linear in its length: every pattern is pumped where it is used."""

import re

import pytest

from atfault.cpu_deadline import CpuDeadline
from atfault.decode.given_text import given_of
from atfault.text.build_log import MAX_TAIL, read_build
from atfault.text.lines import lines_of
from atfault.text.patterns import searched
from support.pumped import patterns, pumped, seconds

LENGTH = 500
MOST = 0.02
"""Seconds of CPU for LENGTH characters. What is cubic takes more, what is exponential never ends;
a pattern that is linear takes some 20 µs."""


@pytest.mark.parametrize("text", [r"(?P<a>\w+): unbound", r"(\S+) which", r"[\w.-]+ has"])
def test_what_begins_with_a_run_is_tried_at_its_beginning_and_finds_the_same(text: str) -> None:

    made = searched(text)
    assert made.pattern.startswith("(?<!")
    for said in ("x y: unbound", "a b.c-d which has", "has which has", "e.f has"):
        found, wanted = made.search(said), re.search(text, said)
        assert (found and found.span()) == (wanted and wanted.span())


def test_alternatives_are_not_changed() -> None:
    assert searched(r"\w+: a|b").pattern == r"\w+: a|b"


def test_no_pattern_takes_long_for_any_line() -> None:
    late = [
        (used.where, used.pattern.pattern, text[:60])
        for used in patterns()
        for text in pumped(used.pattern, LENGTH)
        if seconds(used, text, MOST) > MOST
    ]
    assert not late


def test_when_the_time_is_up_the_end_is_read_and_it_is_said_what_was_not() -> None:
    text = "\n".join(f"a.c:{row}:1: error: x{row}" for row in range(1, 1001)).encode()
    kept = lines_of(text)
    clock = iter([0.0, *[0.5] * 100, *[2.0] * 10_000])
    given = read_build(kept, "-", CpuDeadline(1.0, lambda: next(clock)))
    assert given.first is not None and given.first.line == 1
    assert given.unread == (101, 1000 - MAX_TAIL) and given.is_cut
    assert given.hits[-1].line == 1000


def test_parts_that_come_after_the_deadline_are_left_out_by_name() -> None:
    losses: list[str] = []
    clock = iter([0.0, *[9.0] * 100_000])
    given_of(
        lines_of(b"a.c:1:1: error: x\n" * 300), "-", losses, CpuDeadline(1.0, lambda: next(clock))
    )
    assert any("what a sanitizer says was left out" in one for one in losses)
    assert any("lines 1 to 100 were not read" in one for one in losses)
