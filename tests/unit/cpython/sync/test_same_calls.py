"""Which call of a function with the same arguments a wait inside of it is for."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.sync.same_calls import SameCalls
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
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
