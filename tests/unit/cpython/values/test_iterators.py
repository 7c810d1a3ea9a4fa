"""How many items the iterators of this interpreter have yet to give."""

from __future__ import annotations

import functools
import io
import itertools
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from atfault.cpython.values.iterators import left, to_give, why_endless
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
FINITE: dict[str, Callable[[], Iterator[Any]]] = {
    "list": lambda: iter([1, 2, 3, 4, 5]),
    "reversed list": lambda: reversed([1, 2, 3, 4, 5]),
    "tuple": lambda: iter((1, 2, 3, 4, 5)),
    "str": lambda: iter("abcde"),
    "wide str": lambda: iter("äöüß€"),
    "range": lambda: iter(range(0, 50, 10)),
    "keys": lambda: iter(dict.fromkeys("abcde")),
    "items": lambda: iter(dict.fromkeys("abcde").items()),
    "set": lambda: iter(set("abcde")),
    "enumerate": lambda: enumerate([1, 2, 3, 4, 5]),
    "zip": lambda: zip(itertools.count(), [1, 2, 3, 4, 5], strict=False),
    "map": lambda: map(str, [1, 2, 3, 4, 5]),
}


def left_here(iterator: object) -> int | None:
    return left(ObjectReader(runtime_here()), id(iterator))


@pytest.mark.parametrize("kind", FINITE)
def test_each_item_that_is_taken_leaves_one_less(kind: str) -> None:
    iterator = FINITE[kind]()
    found = [left_here(iterator)]
    for _ in range(3):
        next(iterator)
        found.append(left_here(iterator))
    assert found == [5, 4, 3, 2]


def test_a_list_that_grows_leaves_as_many_as_before() -> None:
    items = [1, 2, 3]
    iterator = iter(items)
    before = left_here(iterator)
    for _ in range(10):
        items.append(next(iterator))
    assert left_here(iterator) == before == 3


@pytest.mark.parametrize("endless", [itertools.cycle("ab"), itertools.count(), iter(list, 1)])
def test_what_has_no_end_stays_where_it_is(endless: Iterator[Any]) -> None:
    before = left_here(endless)
    next(endless)
    assert before is not None and left_here(endless) == before


@pytest.mark.parametrize("other", [object(), (one for one in ()), [1, 2], None])
def test_of_anything_else_nothing_is_known(other: object) -> None:
    assert left_here(other) is None


def test_the_items_to_come_are_told_of_lists_and_tuples() -> None:
    items = [object(), object(), object(), object()]
    for made in (iter(items), iter(tuple(items))):
        next(made)
        assert to_give(ObjectReader(runtime_here()), id(made), 2) == [id(one) for one in items[1:3]]
    for other in (iter({1: 2}), zip(items), items):
        assert to_give(ObjectReader(runtime_here()), id(other), 2) == []


@pytest.mark.parametrize(
    ("iterator", "why"),
    [
        (iter(io.BytesIO().read, ""), "iter() ends at a str, and io.BytesIO.read() gives bytes"),
        (
            map(len, iter(functools.partial(io.StringIO().read, 9), b"")),
            "iter() ends at a bytes, and io.StringIO.read() gives str",
        ),
        (enumerate(itertools.count()), "itertools.count has no end"),
        (iter(io.BytesIO().read, b""), ""),
        (iter(io.BytesIO().getvalue, ""), ""),
        (iter(list, ""), ""),
        (zip(itertools.count(), [1], strict=False), ""),
        (map(max, itertools.count(), [1]), ""),
        (itertools.takewhile(bool, itertools.count()), ""),
        ([itertools.count()], ""),
    ],
)
def test_what_is_drawn_from_for_ever_is_known_by_its_parts(iterator: object, why: str) -> None:
    assert why_endless(ObjectReader(runtime_here()), id(iterator)) == why
