"""The lines of functions of this process that put things into queues."""

from __future__ import annotations

import sys
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.sync.enders import OwnFunction
from atfault.cpython.sync.put_at import put_at
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
QUEUES = "/usr/lib/python3.11/multiprocessing/queues.py"


def season(weights: Any) -> None:
    for each in range(9):
        weights.put(each)
    weights.put_nowait(None)


def again(weights: Any) -> None:
    weights.put(1)
    weights.put(2)


def look(weights: Any) -> None:
    weights.get()


def lines(*functions: FunctionType, thread: str = "_feed") -> list[int]:
    """Relative to the first line of the first function."""
    runtime = runtime_here()
    own = [OwnFunction(runtime.codes.get(id(one.__code__)), 0, True) for one in functions]
    frame = SimpleNamespace(code=SimpleNamespace(name=thread, filename=QUEUES))
    views = {11: SimpleNamespace(frames=[frame])}
    kept = {("own", ()): own}
    world = SimpleNamespace(runtime=runtime, views=views, kept=kept, bytecode=Bytecode(runtime))
    first = functions[0].__code__.co_firstlineno
    return [(one.line or 0) - first for one in put_at(world, ())]


def test_lines_that_put_something_are_told_where_a_thread_feeds_a_pipe() -> None:
    assert lines(season, look) == [2, 3]
    assert lines(season, look, thread="get") == []


def test_where_many_lines_do_it_is_not_known_which() -> None:
    assert lines(season, again) == []
