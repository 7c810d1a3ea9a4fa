"""Locks that a called function leaves locked, of this process's own objects."""

from __future__ import annotations

import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.code import CodeTable
from atfault.cpython.offsets import load
from atfault.cpython.sync.helpers import Helpers
from atfault.cpython.sync.locks import LockReader
from atfault.cpython.values.object_reader import ObjectReader
from support.proc_memory import ProcMemory

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
OUTER = threading.Lock()


def take_outer() -> None:
    OUTER.acquire()


class Store:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.again = self

    def begin(self) -> None:
        self.lock.acquire()

    def end(self) -> None:
        self.lock.release()

    def deep(self) -> None:
        self.begin()
        self.again.deep()

    def passes(self) -> None:
        self.begin()
        self.end()


def taken(function: Any, **variables: object) -> list[int]:
    """Addresses of the locks that the calls of a function leave locked."""
    memory = ProcMemory()
    version = sys.version_info[:3]
    offsets, constants = load(version[1])
    codes = CodeTable(memory, offsets, version)
    runtime = SimpleNamespace(
        memory=memory,
        builtins=int,
        offsets=offsets,
        constants=constants,
        version=version,
        codes=codes,
    )
    reader = ObjectReader(runtime)  # type: ignore[arg-type]
    known = {**globals(), **variables}

    def evaluate(frame: object, scope: str, names: tuple[str, ...]) -> int:
        return reader.path(id(known[names[0]]), *names[1:]) if names[0] in known else 0

    world: Any = SimpleNamespace(
        runtime=runtime,
        reader=reader,
        locks=LockReader(reader, 4711),
        bytecode=Bytecode(runtime),  # type: ignore[arg-type]
        names=SimpleNamespace(globals_at=lambda at: {n: id(v) for n, v in globals().items()}),
        evaluate=evaluate,
    )
    code = function.__code__
    frame: Any = SimpleNamespace(code=SimpleNamespace(address=id(code)), lasti=len(code.co_code))
    return [address for address, _ in Helpers(world).taken(frame, frame.lasti)]


def test_a_method_that_takes_a_lock_leaves_it_with_its_caller() -> None:
    store = Store()

    def work(store: Store) -> None:
        store.begin()

    assert taken(work, store=store) == [id(store.lock)]


def test_what_another_method_gives_back_is_not_held() -> None:
    def work(store: Store) -> None:
        store.begin()
        store.end()

    def passes(store: Store) -> None:
        store.passes()

    store = Store()
    assert taken(work, store=store) == []
    assert taken(passes, store=store) == []


def test_a_function_of_the_module_is_followed() -> None:
    def work() -> None:
        take_outer()

    assert taken(work) == [id(OUTER)]


def test_methods_that_call_themselves_end() -> None:
    store = Store()

    def work(store: Store) -> None:
        store.deep()

    assert taken(work, store=store) == [id(store.lock)]


def test_a_variable_that_is_gone_holds_nothing() -> None:
    def work(missing: Store) -> None:
        missing.begin()

    assert taken(work) == []
