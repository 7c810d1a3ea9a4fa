"""Reference counts of free-threaded builds, which are spread over two fields."""

from __future__ import annotations

import pytest

from atfault.cpython.values.type_objects import _split_count_problem as problem

MERGED, QUEUED = 3, 2
IMMORTAL = 0xFFFF_FFFF
DEFERRED = (1 << 63) // 8


@pytest.mark.parametrize(
    ("local", "shared"),
    [
        (1, 0),
        (7, -4 << 2),
        (0, 1 << 2 | MERGED),
        (1, QUEUED),
        (IMMORTAL, 0),
        (IMMORTAL, -50 << 2),
        (2, DEFERRED),
    ],
)
def test_a_living_object_has_somebody_who_holds_it(local: int, shared: int) -> None:
    assert problem(local, shared) == ""


@pytest.mark.parametrize(
    ("local", "shared", "count"),
    [(0, 0, 0), (0, MERGED, 0), (1, -1 << 2, 0), (1, -3 << 2, -2), (0, -1 << 2 | MERGED, -1)],
)
def test_one_that_nobody_holds_is_none_any_more(local: int, shared: int, count: int) -> None:
    assert problem(local, shared) == f"its reference count is {count}"
