"""What code of this process leads to, and what it calls of that."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import multiprocessing
import socketserver
import sys
import threading
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

import pytest

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.sync.names import Names
from atfault.cpython.sync.reach_graph import Node, Reach, ReachGraph
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
T = TypeVar("T")


class Stage(Generic[T]):
    """Its bases have parameters, which lead to all of `typing`."""

    def __init__(self) -> None:
        self.items: asyncio.Queue[int] = asyncio.Queue()
        self.seen = 0

    def tell(self) -> None:
        print(self.seen)

    async def take(self) -> None:
        async for _ in self.items:  # type: ignore[attr-defined]
            self.seen += 1


class Ends:
    def __init__(self) -> None:
        self.done = asyncio.Event()

    def __call__(self, future: asyncio.Future[None]) -> None:
        self.done.set()


def tells(stage: Stage[int]) -> None:
    stage.tell()


def takes(stage: Stage[int]) -> Any:
    return stage.take


def reached(*roots: object, hubs: frozenset[int] = frozenset()) -> Reach:
    runtime = runtime_here()
    runtime.interpreters = ()
    reader = ObjectReader(runtime)
    world: Any = SimpleNamespace(
        runtime=runtime,
        reader=reader,
        names=Names(runtime, reader),
        bytecode=Bytecode(runtime),
        joinable={},
        code_of=lambda at: runtime.codes.get(reader.code_address(at)),
        is_mine_file=lambda file: file == __file__,
    )
    return ReachGraph(world, hubs).reach([Node(tuple(map(id, roots)))])


def test_who_uses_one_attribute_has_not_the_others_at_hand() -> None:
    stage: Stage[int] = Stage()
    found = reached(tells, stage)
    assert found.is_whole
    assert id(stage.items) not in found.objects


def test_an_async_for_takes_from_what_it_goes_through() -> None:
    stage: Stage[int] = Stage()
    found = reached(takes, stage)
    assert id(stage.items) in found.objects
    assert "__anext__" in found.ends
    assert "__anext__" not in reached(tells, stage).ends


def test_who_has_a_future_may_cause_what_is_called_as_it_ends() -> None:
    loop = asyncio.new_event_loop()
    try:
        ends, future = Ends(), loop.create_future()
        future.add_done_callback(ends)
        found = reached(future)
        assert id(ends.done) in found.objects
        assert "set" in found.ends
    finally:
        loop.close()


def test_loops_tasks_and_hubs_lead_nowhere() -> None:
    loop = asyncio.new_event_loop()
    ends = Ends()
    coroutine = asyncio.sleep(0)
    task = loop.create_task(coroutine)
    task.add_done_callback(ends)
    try:
        found = reached(loop, task, ends, hubs=frozenset((id(ends),)))
        assert found.objects == {id(loop), id(task), id(ends)}
    finally:
        loop.run_until_complete(task)
        loop.close()


class Maker(multiprocessing.Process):
    def __init__(self) -> None:
        super().__init__()
        self.done = asyncio.Event()

    def run(self) -> None:
        self.done.set()


def looks(maker: Maker) -> bool:
    return maker.daemon


def begins(maker: Maker) -> None:
    maker.start()


def test_a_process_that_was_started_runs_in_another_one():
    maker = Maker()
    assert id(maker.done) in reached(begins, maker).objects
    assert id(maker.done) not in reached(looks, maker).objects
    maker._popen = SimpleNamespace(pid=4711)  # type: ignore[attr-defined]
    assert id(maker.done) not in reached(begins, maker).objects


class Service(threading.Thread):
    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.ready = threading.Event()

    def run(self) -> None:
        self.ready.set()


def starts(service: Service) -> None:
    service.start()


def counts(service: Service) -> bool:
    return service.ready.is_set()


def test_what_a_thread_does_that_has_not_begun_is_done_by_who_starts_it():
    service = Service()
    assert "set" in reached(starts, service).ends
    assert "set" not in reached(counts, service).ends
    server = socketserver.BaseServer(("", 0), service)  # which may start what it was given
    assert "set" in reached(counts, server).ends


class Held:
    """Left by `with` alone."""

    def __init__(self) -> None:
        self.inner, self.looks = threading.Event(), 0

    def __enter__(self) -> Held:
        return self

    def __exit__(self, *_: object) -> None:
        self.inner.set()


def looks_at(held: Held) -> int:
    return held.looks


def leaves(held: Held) -> None:
    with held:
        pass


def test_what_is_done_at_the_end_of_a_with_is_done_by_who_has_one() -> None:
    held = Held()
    assert id(held.inner) not in reached(looks_at, held).objects
    assert id(held.inner) in reached(leaves, held).objects
    assert id(held.inner) in reached(looks_at, contextlib.closing(held), held).objects


def test_what_is_derived_from_a_container_in_c_leads_to_its_items() -> None:
    ends = Ends()
    for held in (
        collections.OrderedDict(done=ends),
        collections.defaultdict(list, {ends: 1}),
        collections.Counter([ends]),
    ):
        assert id(ends) in reached(held).objects
