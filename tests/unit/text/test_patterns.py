"""A line costs time linear in its length: every pattern is pumped where it is used."""

import re

import pytest

from atfault.cpu_deadline import CpuDeadline
from atfault.decode.given_text import given_of
from atfault.text.build_log import MAX_TAIL, read_build
from atfault.text.lines import lines_of
from atfault.text.patterns import GAP, searched, until
from support.pumped import Measure, Used, patterns

PARTS = 8


@pytest.mark.parametrize("text", [r"(?P<a>\w+): unbound", r"(\S+) which", r"[\w.-]+ has"])
def test_what_begins_with_a_run_is_tried_at_its_beginning_and_finds_the_same(text: str) -> None:

    made = searched(text)
    assert made.pattern.startswith("(?<!")
    for said in ("x y: unbound", "a b.c-d which has", "has which has", "e.f has"):
        found, wanted = made.search(said), re.search(text, said)
        assert (found and found.span()) == (wanted and wanted.span())


def test_alternatives_begin_anywhere() -> None:
    assert searched(r"\w: a|b").pattern == r"\w: a|b"
    assert searched(r"^\w: .*a|b.*c").search("a" * 9 + "b c")


def test_between_two_parts_of_a_pattern_there_is_no_more_than_a_gap() -> None:
    pattern = searched(r"error \*: [^']+'.*failed(?P<rest>.*)$")
    assert pattern.search(f"x error *: {'a' * GAP}'{'b' * GAP}failed")
    assert not pattern.search(f"error *: {'a' * (GAP + 1)}'failed")
    assert not pattern.search(f"error *: a'{'b' * (GAP + 1)}failed")


def test_what_ends_a_pattern_and_what_begins_a_line_may_be_of_any_length() -> None:
    many = "a" * (3 * GAP)
    ends, begins = searched(r"error: (?P<rest>[^']+)"), searched(r"^error: .*failed")
    assert (found := ends.search(f"error: {many}")) is not None and found["rest"] == many
    assert begins.search(f"error: {many} failed")


def test_what_stands_before_the_first_of_some_words_is_taken() -> None:
    found = re.match(until(" and | or "), "a b and c or d")
    assert found is not None and found[0] == "a b"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_pattern_takes_long_for_any_line(part: int) -> None:
    measure = Measure()
    uses = patterns()[part::PARTS]
    late = [(one.where, one.pattern.pattern, measure.late(one)) for one in uses]
    assert [one for one in late if one[2]] == []


@pytest.mark.parametrize("text", [r"a.*b", r"error: [^)]+\)", r"a.{0,300}b.{0,300}c"])
def test_patterns_that_take_long_are_found(text: str) -> None:
    assert Measure().late(Used("", re.compile(text), "search"))


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
