"""Which thread has taken a lock without an owner in a package's function, of this process's own."""

from __future__ import annotations

import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.sync.further_out import SameCalls, yet_to_release
from atfault.cpython.sync.locks import LockReader
from atfault.cpython.values.object_reader import ObjectReader
from atfault.model.waits import Hold, Resource, Wait
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
PACKAGE = "/venv/lib/python3.11/site-packages/storing/commit.py"
END = 1 << 16


def takes(lock: Any) -> None:
    lock.acquire()
    lock.wait()


def gives_back(lock: Any) -> None:
    lock.release()
    lock.wait()


def frame(function: Any, lock: object, file: str = PACKAGE) -> Any:
    code = SimpleNamespace(address=id(function.__code__), name=function.__name__, filename=file)
    return SimpleNamespace(code=code, lasti=END, variables={"lock": id(lock)})


def keepers(lock: object, *stacks: list[Any], held: bool = False) -> list[int]:
    """The threads, numbered from 1, that are told to have the lock for which thread 99 waits."""
    runtime = runtime_here()
    reader = ObjectReader(runtime)
    views = {
        tid: SimpleNamespace(
            tid=tid,
            going=frames,
            is_mine=lambda one: one.code.filename == "mine.py",
            user_place=lambda at, line: None,
        )
        for tid, frames in enumerate(stacks, 1)
    }
    world: Any = SimpleNamespace(
        pid=4711,
        views=views,
        runtime=runtime,
        reader=reader,
        locks=LockReader(reader, 4711),
        bytecode=Bytecode(runtime),
        with_blocks=SimpleNamespace(of=lambda one: []),
        code_of=lambda function: runtime.codes.get(reader.code_address(function)),
        names=SimpleNamespace(
            globals_at=lambda at: {},
            namespace_of=lambda one: {},
            variables=lambda one: one.variables,
        ),
    )
    resource = Resource("lock", f"lock:{id(lock):#x}@4711", "a lock", id(lock), 4711)
    holds = [Hold(1, 4711, resource, "with")] if held else []
    return [one.tid for one in yet_to_release(world, {99: Wait(99, 4711, resource)}, holds)]


def test_a_lock_that_one_open_function_of_a_package_has_taken_is_that_threads() -> None:
    lock = threading.Lock()
    assert keepers(lock, [], [frame(takes, lock)]) == [2]
    assert keepers(lock, [frame(takes, threading.Lock())], [frame(takes, lock)]) == [2]


def test_of_several_that_may_have_it_or_of_one_that_gave_it_back_nothing_is_told() -> None:
    lock = threading.Lock()
    assert keepers(lock, [frame(takes, lock)], [frame(takes, lock)]) == []
    assert keepers(lock, [frame(gives_back, lock), frame(takes, lock)]) == []
    assert keepers(lock, [frame(takes, lock)], held=True) == []
    assert keepers(lock, [frame(takes, lock, "mine.py")]) == []
    assert keepers(lock, [frame(takes, lock, threading.__file__)]) == []


TABLE = object()
ASKED = ("beam", ("m", 2.5))
WAITS, COMPUTES = 20, 60


def size_of(table: object, key: object) -> object:
    return table, key


def calls(*others: tuple[int, object, int], key: object = ASKED) -> list[int]:
    """The threads with such a call for a wait of thread 1; others: (thread, key, offset)."""
    runtime = runtime_here()
    given = [(1, key, WAITS), *others]
    values = [{"table": id(TABLE), "key": id(one)} for _, one, _ in given]
    code = SimpleNamespace(address=id(size_of.__code__))
    frames: list[Any] = [
        SimpleNamespace(address=at, code=code, lasti=lasti)
        for at, (_, _, lasti) in enumerate(given)
    ]
    views = {
        tid: SimpleNamespace(tid=tid, going=[f for f, g in zip(frames, given) if g[0] == tid])
        for tid, _, _ in given
    }
    world: Any = SimpleNamespace(
        runtime=runtime,
        reader=ObjectReader(runtime),
        bytecode=Bytecode(runtime),
        names=SimpleNamespace(variables=lambda frame: values[frame.address]),
        views=views,
    )
    return [tid for tid, _ in SameCalls(world).of(1, frames[0])]


def test_it_is_the_one_with_equal_arguments_that_is_past_the_wait() -> None:
    equal = ("".join(("be", "am")), ("m", 2.5))
    assert calls((2, equal, COMPUTES), (3, ("wall", ("m", 2.5)), COMPUTES)) == [2]


def test_the_threads_own_comes_first() -> None:
    assert calls((2, ASKED, COMPUTES), (1, ASKED, COMPUTES)) == [1, 2]


def test_who_waits_there_as_well_computes_nothing() -> None:
    assert calls((2, ASKED, WAITS)) == []


def test_calls_without_a_key_are_all_alike_and_tell_nothing() -> None:
    nothing = object()
    assert calls((2, nothing, COMPUTES), key=nothing) == []
