"""What frames of this process have yet to do: managers that they leave, what they go on with."""

from __future__ import annotations

import contextlib
import functools
import gc
import itertools
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from types import FrameType, SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.operands import Operands
from atfault.cpython.frames.with_blocks import WithBlocks
from atfault.cpython.sync.unfinished import Owners, driven, entered, to_leave
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


def test_whoever_has_all_references_to_a_generator_owns_it() -> None:
    torn = [rows()]
    begun = torn[0]
    next(begun)
    assert is_owned_here(id(begun))
    for _ in Closing(begun):
        assert is_owned_here(id(begun)) and driven_here() == []
        break
    begun.close()


def test_of_what_owned_generators_and_managers_have_it_is_the_owner_too() -> None:
    around = outer()
    next(around)
    assert is_owned_here(inner_of(around))
    around.close()
    manager = contextlib.closing(rows())
    next(manager.thing)
    assert is_owned_here(id(manager.thing))
    manager.thing.close()


def inner_of(around: Generator[int, None, None]) -> int:
    """Address of the generator over which one iterates that is suspended."""
    return next(id(one) for one in gc.get_referents(around) if isinstance(one, Generator))


SCHEDULED: list[Iterator[int]] = []


def test_a_generator_that_somebody_else_has_too_is_not_owned() -> None:
    begun = rows()
    next(begun)
    SCHEDULED.append(begun)
    assert not is_owned_here(id(begun))
    SCHEDULED.clear()


def is_owned_here(generator: int) -> bool:
    """Whether the caller's frame alone leads to the generator at this address."""
    world, frame = world_and_frame(sys._getframe(1))
    world.views = {7: SimpleNamespace(tid=7, frames=(frame,))}
    return Owners(world).of(generator) == 7


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


@contextlib.contextmanager
def managed(lock: contextlib.AbstractContextManager[bool]) -> Generator[None, None, None]:
    with lock:
        yield


def world_with_blocks(**more: Any) -> Any:
    target = runtime_here()
    reader = ObjectReader(target)
    return SimpleNamespace(
        runtime=target, reader=reader, with_blocks=WithBlocks(target, reader), **more
    )


def test_what_a_context_manager_holds_is_found_inside_of_it() -> None:
    lock, other = threading.Lock(), threading.Lock()
    with contextlib.ExitStack() as stack:
        stack.enter_context(managed(lock))
        stack.enter_context(other)
        found = entered(world_with_blocks(), id(stack))
    assert [one for one in found if one in (id(lock), id(other))] == [id(other), id(lock)]


def test_what_closing_closes_is_inside_of_it() -> None:
    manager = contextlib.closing(rows())
    with manager as begun:
        next(begun)
        assert id(LOCK) in entered(world_with_blocks(), id(manager))


def test_a_stack_that_is_being_left_has_yet_to_leave_what_it_has_not_taken_out() -> None:
    lock, left = threading.Lock(), threading.Lock()
    found = []

    def look(*_: object) -> None:
        code = SimpleNamespace(
            name="__exit__", filename="/usr/lib/python3/contextlib.py", address=0
        )
        names = SimpleNamespace(variables=lambda frame: {"self": id(stack)})
        frame: Any = SimpleNamespace(code=code, lasti=-1)
        found.extend(to_leave(world_with_blocks(names=names), frame))

    with contextlib.ExitStack() as stack:
        stack.enter_context(managed(lock))
        stack.push(look)
        stack.enter_context(left)
    known = {one.manager: one for one in found}
    assert id(lock) in known and id(left) not in known
    # The stack's own frame knows no line: that of the block, in the generator, is where it is.
    assert known[id(lock)].frame.code.name == "managed"
    assert known[id(lock)].line == managed.__wrapped__.__code__.co_firstlineno + 2
