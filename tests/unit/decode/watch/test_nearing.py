"""Whether the end of a loop comes nearer."""

from __future__ import annotations

import ast
from collections.abc import Iterable

import pytest

from atfault.decode.watch.nearing import Nearing, gaps


def test_one_item_less_has_to_be_seen_often():
    assert not list(read([1, 1, 0, 0]).steadily())
    assert list(read([1] * 8 + [0] * 8).steadily()) == [("left", 1, 0)]
    assert list(read([2, 2, 1, 0]).steadily())


def gap(test: str, wanted: bool, **looked: str) -> list[float]:
    node = ast.parse(test, mode="eval").body
    return [how_far for _, how_far in gaps(node, wanted, looked)]


def read(numbers: Iterable[float]) -> Nearing:
    found = Nearing()
    for number in numbers:
        found.note("left", number)
    return found


@pytest.mark.parametrize(
    ("test", "wanted", "looked", "how_far"),
    [
        ("at < len(text)", False, {"at": "3", "text": "a list of 10"}, 7),
        ("at < 10", False, {"at": "3"}, 7),
        ("tries > limit", True, {"tries": "3", "limit": "5"}, 2),
        ("not tries > limit", False, {"tries": "3", "limit": "5"}, 2),
        ("dose != 1.0", False, {"dose": "0.5"}, 0.5),
        ("todo", False, {"todo": "a collections.deque of 4"}, 4),
        ("abs(high - low) > 1", False, {"high": "9", "low": "4"}, 4),
        ("high - low > 1 and not done", False, {"high": "9", "low": "4"}, 4),
    ],
)
def test_how_far_it_is_to_an_exit_follows_from_what_was_read(
    test: str, wanted: bool, looked: dict[str, str], how_far: float
) -> None:
    assert gap(test, wanted, **looked) == [how_far]


@pytest.mark.parametrize(
    ("test", "looked"),
    [
        ("name < other", {"name": "'a'", "other": "'b'"}),
        ("at < size()", {"at": "3"}),
        ("at < limit", {"at": "3"}),
        ("at / zero < 2", {"at": "3", "zero": "0"}),
        ("first < middle < last", {"first": "1", "middle": "2", "last": "3"}),
        ("at < 1e999", {"at": "3"}),
    ],
)
def test_of_what_is_no_number_nothing_is_told(test: str, looked: dict[str, str]) -> None:
    assert gap(test, False, **looked) == []


def test_what_only_falls_comes_nearer_and_what_was_made_anew_does_not():
    assert list(read([9, 7, 7, 4]).steadily()) == [("left", 9, 4)]
    assert not list(read([9, 7, 8, 4]).steadily())
    assert not list(read([9, 9, 9, 9]).steadily())
    assert not list(read([9, 7, 4]).steadily())


def test_what_swings_comes_nearer_where_it_was_always_lower_at_the_end():
    assert list(read([9, 8, 6, 7, 3, 4]).on_the_whole()) == [("left", 9, 4)]
    assert not list(read([3, 2, 3, 2, 3, 2]).on_the_whole())
    assert not list(read([3, 4, 5, 6]).on_the_whole())


def test_readings_are_bounded():
    found = read(range(1000, 0, -1))
    assert list(found.steadily()) == [("left", 1000, 1)]
    assert max(map(len, found._read.values())) <= 65
