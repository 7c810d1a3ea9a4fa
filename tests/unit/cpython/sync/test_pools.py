"""Which thread brings what a call would that lies in the queue of a loop."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.sync import pools
from atfault.cpython.sync.locks import LockReader
from atfault.cpython.sync.pools import Pools
from atfault.cpython.values.object_reader import ObjectReader
from atfault.model.waits import Resource, Wait
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)

WAITING, OTHER = 4711, 4712
IDENT = 1 << 40


class Reactor:
    """What is read of twisted's."""

    def __init__(self) -> None:
        self.threadCallQueue: list[tuple[Any, ...]] = []


def handed_to(reactor: Reactor) -> tuple[int, Callable[[], None]]:
    """As blockingCallFromThread: the address of the queue that the call alone would fill."""
    answer: queue.Queue[int] = queue.Queue()

    def call() -> None:
        answer.put(1)

    reactor.threadCallQueue.append((call, (), {}))
    return id(answer), call


def brought_by(
    reactor: Reactor, wanted: int, ident: int | None, tid: int = WAITING, main: int = WAITING
) -> Any:
    """(the threads that bring it, the one that does) of a wait for an item of a queue.

    ident: what twisted takes for its thread; tid: whose that is; main: the main thread.
    """
    runtime = runtime_here()
    reader = ObjectReader(runtime)
    variables = {"reactor": id(reactor), "ioThread": id(ident)}
    view = SimpleNamespace(tid=WAITING, frames=[])
    world: Any = SimpleNamespace(
        runtime=runtime,
        reader=reader,
        pid=main,
        views={WAITING: view},
        locks=LockReader(reader, os.getpid()),
        tid_of={IDENT: tid}.get,
        module_value=lambda module, name: variables[name] if "twisted" in module else 0,
    )
    resource = Resource("queue", "queue", "a queue.Queue", wanted, os.getpid())
    wait = Wait(WAITING, WAITING, resource, operation="get")
    found = Pools(world).with_jobs({WAITING: wait})[WAITING]
    return found.brought_by, found.target_tid


def test_who_waits_in_the_reactors_thread_for_a_call_in_its_queue_waits_for_itself() -> None:
    reactor = Reactor()
    wanted, _ = handed_to(reactor)
    del _
    assert brought_by(reactor, wanted, IDENT) == ((WAITING,), WAITING)


def test_of_another_thread_it_is_the_reactors_that_brings_it() -> None:
    reactor = Reactor()
    wanted, _ = handed_to(reactor)
    del _
    assert brought_by(reactor, wanted, IDENT, OTHER, main=OTHER) == ((OTHER,), OTHER)


def test_a_thread_that_does_not_run_the_reactor_may_have_got_the_ident_of_one_that_did() -> None:
    reactor = Reactor()
    wanted, _ = handed_to(reactor)
    del _
    assert brought_by(reactor, wanted, IDENT, main=OTHER) == ((), None)


def test_a_queue_that_somebody_else_has_as_well_may_be_filled_by_them() -> None:
    reactor = Reactor()
    wanted, call = handed_to(reactor)
    producer = (call.__closure__ or ())[0].cell_contents
    del call
    assert brought_by(reactor, wanted, IDENT) == ((), None) and producer is not None


def test_a_call_that_somebody_else_has_as_well_may_be_made_by_them() -> None:
    reactor = Reactor()
    wanted, call = handed_to(reactor)
    assert brought_by(reactor, wanted, IDENT) == ((), None) and call is not None


def test_a_call_that_the_reactor_has_taken_lies_with_nobody() -> None:
    reactor = Reactor()
    wanted, call = handed_to(reactor)
    reactor.threadCallQueue.clear()
    assert brought_by(reactor, wanted, IDENT) == ((), None) and call is not None


@pytest.mark.parametrize("ident", [None, IDENT + 1])
def test_a_reactor_that_no_living_thread_has_run_brings_nothing_by_name(ident: Any) -> None:
    reactor = Reactor()
    wanted, _ = handed_to(reactor)
    del _
    assert brought_by(reactor, wanted, ident) == ((), None)


def test_an_event_that_another_thread_sets_is_not_the_reactors() -> None:
    reactor, done = Reactor(), threading.Event()
    handed_to(reactor)
    assert brought_by(reactor, id(done), IDENT) == ((), None)


def lost_workers(executor: ThreadPoolExecutor, future: Any) -> int:
    """Of a wait for its job."""
    runtime = runtime_here()
    reader = ObjectReader(runtime)
    view = SimpleNamespace(tid=WAITING, frames=[])
    world: Any = SimpleNamespace(
        runtime=runtime,
        reader=reader,
        pid=WAITING,
        views={WAITING: view},
        locks=LockReader(reader, os.getpid()),
        tid_of={}.get,
        module_value=lambda module, name: 0,
    )
    resource = Resource("future", "future", "job", id(future), os.getpid())
    wait = Wait(WAITING, WAITING, resource, operation="result")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pools, "of_kind", lambda world, *names: iter([id(executor)]))
        return Pools(world).with_jobs({WAITING: wait})[WAITING].lost_workers


def test_a_job_of_an_executor_whose_threads_are_not_here_lies_with_nobody() -> None:
    executor = ThreadPoolExecutor(2)
    thread = threading.Thread(target=print)
    thread._native_id = OTHER  # type: ignore[attr-defined] # as of a thread that a fork left behind
    executor._threads.add(thread)
    executor._idle_semaphore.release()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executor, "_adjust_thread_count", lambda: None, raising=False)
        future = executor.submit(print)
        other: Any = Future()
    assert lost_workers(executor, future) == 1
    assert lost_workers(executor, other) == 0, "its job lies in no queue"
    thread._native_id = WAITING  # type: ignore[attr-defined]
    assert lost_workers(executor, future) == 0, "its thread is here"
    executor._threads.clear()
