"""What code can touch and call, of this process's own functions and objects."""

from __future__ import annotations

import asyncio
import logging
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.sync.code_reach import reach
from atfault.cpython.sync.names import Names
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
log = logging.getLogger(__name__)


class Base:
    def close(self) -> None:
        self.done.set()  # type: ignore[attr-defined]


class Plain:
    def __init__(self) -> None:
        self.done = asyncio.Event()

    def tell(self) -> None:
        log.info("%s", self.done.is_set())

    def finish(self) -> None:
        self.done.set()

    @staticmethod
    def helped(done: asyncio.Event) -> None:
        done.set()


class Mixed(Plain, Base):
    pass


class Operated(Plain):
    def __lshift__(self, other: object) -> None:
        self.finish()


class Called(asyncio.Protocol):
    def __init__(self, done: asyncio.Event) -> None:
        self.done = done

    def data_received(self, data: bytes) -> None:
        self.done.set()


def tells(one: Plain) -> None:
    one.tell()


def finishes(one: Plain) -> None:
    one.finish()


def closes(one: Mixed) -> None:
    one.close()


def helps(one: Plain) -> None:
    one.helped(one.done)


def makes_up(one: Plain) -> None:
    getattr(one, "fin" + "ish")()


def reached(*roots: object) -> Any:
    runtime = runtime_here()
    reader = ObjectReader(runtime)
    world: Any = SimpleNamespace(
        runtime=runtime,
        reader=reader,
        names=Names(runtime, reader),
        code_of=lambda function: runtime.codes.get(reader.code_address(function)),
        is_mine_file=lambda file: file == __file__,
    )
    return reach(world, [id(one) for one in roots])


@pytest.mark.parametrize(
    ("function", "make", "ends"),
    [
        (tells, Plain, False),
        (finishes, Plain, True),
        (helps, Plain, True),
        (closes, Mixed, True),
        (tells, Operated, True),
        (makes_up, Plain, True),
    ],
)
def test_who_reaches_what_ends_a_wait(function, make, ends):
    one = make()
    found = reached(function, one)
    assert id(one.done) in found.objects
    assert ("set" in found.names) == ends
    assert found.is_whole


def test_all_methods_of_what_derives_from_the_standard_library_may_be_called():
    done = asyncio.Event()
    found = reached(Called(done))
    assert id(done) in found.objects
    assert "set" in found.names


def test_loggers_and_event_loops_are_not_gone_into():
    loop = asyncio.new_event_loop()
    try:
        assert len(reached(log, loop).objects) == 2
    finally:
        loop.close()
