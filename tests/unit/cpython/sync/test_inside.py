"""What frames of this process are inside of: generators that they iterate over, managers."""

from __future__ import annotations

import contextlib
import functools
import itertools
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from types import FrameType, SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.operands import Operands
from atfault.cpython.frames.with_blocks import WithBlocks
from atfault.cpython.sync.inside import driven, entered, led_to_by_iterating
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
LOCK = threading.Lock()


def rows() -> Iterator[int]:
    with LOCK:
        yield 1


def outer() -> Iterator[int]:
    for row in rows():
        yield row + 1


def test_what_a_loop_iterates_over_is_found_and_what_that_does() -> None:
    for _ in outer():
        assert driven_here() == ["outer", "rows"]
    assert driven_here() == []


@pytest.mark.parametrize(
    "around",
    [enumerate, zip, lambda rows: map(str, rows), lambda rows: itertools.islice(rows, 1)],
    ids=["enumerate", "zip", "map", "islice"],
)
def test_what_an_iterator_written_in_c_draws_from_is_driven(
    around: Callable[[Iterator[int]], Iterator[object]],
) -> None:
    for _ in around(rows()):
        assert driven_here() == ["rows"]


def test_a_generator_in_a_variable_is_not_driven() -> None:
    kept = rows()
    next(kept)
    assert driven_here() == []
    kept.close()


class Closing:
    """As werkzeug's answers."""

    def __init__(self, rows: Iterator[int]) -> None:
        self._next = functools.partial(next, rows)

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        return self._next()


class Table:
    """Has rows, and is iterated over by others."""

    def __init__(self, rows: Iterator[int]) -> None:
        self.rows = rows

    def __iter__(self) -> Iterator[int]:
        return iter((1, 2))


def test_what_an_iterator_written_in_python_draws_from_is_led_to() -> None:
    kept = outer()
    for _ in Closing(kept):
        assert id(kept) in led_to_here() and len(led_to_here()) == 2
        assert driven_here() == []
    for _ in Table(kept):
        assert led_to_here() == set()
    kept.close()


def led_to_here() -> set[int]:
    """Addresses of the generators that the caller goes on with."""
    return led_to_by_iterating(*world_and_frame(sys._getframe(1)))


def driven_here() -> list[str]:
    """Names of the generators that the caller iterates over."""
    return [one.code.name for one in driven(*world_and_frame(sys._getframe(1)))]


def world_and_frame(caller: FrameType) -> tuple[Any, Any]:
    """What reads this process, and one of its frames."""
    runtime = runtime_here()
    world = SimpleNamespace(
        runtime=runtime, reader=ObjectReader(runtime), operands=Operands(runtime)
    )
    address = id(caller)
    if runtime.version[1] >= 11:
        at = id(caller) + runtime.offsets["PyFrameObject"]["f_frame"]
        address = runtime.memory.u64(at)
    frame = SimpleNamespace(
        address=address,
        code=SimpleNamespace(address=id(caller.f_code)),
        lasti=caller.f_lasti,
    )
    return world, frame


def test_what_a_context_manager_holds_is_found_inside_of_it() -> None:
    lock, other = threading.Lock(), threading.Lock()

    @contextlib.contextmanager
    def managed() -> Generator[None, None, None]:
        with lock:
            yield

    target = runtime_here()
    reader = ObjectReader(target)
    world: Any = SimpleNamespace(
        runtime=target, reader=reader, with_blocks=WithBlocks(target, reader)
    )
    with contextlib.ExitStack() as stack:
        stack.enter_context(managed())
        stack.enter_context(other)
        found = entered(world, id(stack))
    assert [one for one in found if one in (id(lock), id(other))] == [id(other), id(lock)]
