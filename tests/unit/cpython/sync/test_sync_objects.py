"""Locks, queues, `with` blocks of suspended generators and await chains of this process, intact
and with its memory damaged at random."""

from __future__ import annotations

import asyncio
import collections
import multiprocessing
import queue
import random
import sys
import threading
from collections.abc import Generator
from concurrent.futures import Future
from typing import Any

import pytest

from atfault.cpython.frames.generators import read_generator
from atfault.cpython.frames.with_blocks import WithBlocks
from atfault.cpython.sync.locks import LockReader, LockState
from atfault.cpython.values.object_reader import ObjectReader
from atfault.model.waits import QueueFacts
from atfault.snapshot.protocol import Memory
from support.proc_memory import ProcMemory
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
PID = 4711


class DamagedMemory(Memory):
    """This process's memory, of which every so many bytes reads as something else."""

    def __init__(self, seed: int, one_in: int) -> None:
        self._memory = ProcMemory()
        self._random = random.Random(seed)
        self._one_in = one_in

    def read(self, address: int, size: int) -> bytes:
        data = self._memory.read(address, size)
        if size and not self._random.randrange(self._one_in):
            at = self._random.randrange(size)
            data = data[:at] + bytes([self._random.randrange(256)]) + data[at + 1 :]
        return data


def state(thing: object) -> LockState:
    found = LockReader(ObjectReader(runtime_here()), PID).state(id(thing))
    assert found is not None
    return found


def test_a_lock_is_locked_while_it_is_held() -> None:
    lock = threading.Lock()
    assert state(lock).locked is False
    with lock:
        assert state(lock).locked is True
    assert state(lock).locked is False


def test_an_rlock_names_its_owner_and_how_often() -> None:
    lock = threading.RLock()
    assert (state(lock).locked, state(lock).owner) == (False, 0)
    with lock, lock:
        found = state(lock)
    assert (found.locked, found.owner, found.times) == (True, threading.get_ident(), 2)


def test_a_condition_leads_to_its_lock() -> None:
    condition = threading.Condition()
    found = state(condition)
    assert found.kind == "condition" and found.inner == id(condition._lock)  # type: ignore[attr-defined]


def test_queues_say_how_full_they_are() -> None:
    bounded: queue.Queue[int] = queue.Queue(3)
    bounded.put(1)
    bounded.put(2)
    assert state(bounded).detail == "maxsize 3, 2 items"
    assert state(bounded).queue == QueueFacts(2, 3, 2)
    simple: queue.SimpleQueue[int] = queue.SimpleQueue()
    for i in range(5):
        simple.put(i)
    simple.get()
    assert state(simple).queue.size == 4


def test_what_lies_in_a_queue_is_found_in_order() -> None:
    reader = LockReader(ObjectReader(runtime_here()), PID)
    jobs = [object() for _ in range(30)]
    plain: queue.Queue[object] = queue.Queue()
    simple: queue.SimpleQueue[object] = queue.SimpleQueue()
    for one in (plain, simple):
        for job in jobs:
            one.put(job)
        for _ in range(20):
            one.get()
        for job in jobs[:5]:
            one.put(job)
        assert reader.items(id(one), 100) == [id(job) for job in (*jobs[20:], *jobs[:5])]
        assert reader.items(id(one), 3) == [id(job) for job in jobs[20:23]]
    assert reader.items(id(threading.Lock()), 3) == []


def test_subclasses_are_what_they_derive_from() -> None:
    class Urgent(queue.PriorityQueue):  # type: ignore[type-arg]
        pass

    assert state(Urgent()).kind == "queue"


def test_other_waitable_things() -> None:
    event, future = threading.Event(), Future[int]()
    assert state(event).detail == "not set"
    event.set()
    assert state(event).detail == "set"
    assert state(future).future.state == "PENDING"
    assert state(threading.Semaphore(2)).detail == "value 2"
    assert state(threading.Barrier(3)).detail == "0 of 3 have arrived"


def test_what_is_no_lock_has_no_state() -> None:
    reader = LockReader(ObjectReader(runtime_here()), PID)
    for thing in (1, "text", [], object(), sys, threading.Thread.join):
        assert reader.state(id(thing)) is None
    assert reader.state(0) is None and reader.state(8) is None and reader.state(1 << 63) is None


def test_the_same_lock_has_one_key() -> None:
    reader = LockReader(ObjectReader(runtime_here()), PID)
    lock = threading.Lock()
    found = reader.state(id(lock))
    assert found is not None
    assert reader.resource(found, "a.lock").key == f"lock:{id(lock):#x}@{PID}"
    assert reader.resource(found, "").name == f"a threading.Lock at {id(lock):#x}"


# --- with blocks ---


def nested(first: Any, second: Any) -> Generator[int, None, None]:
    yield 0
    with first:
        yield 1
        with second as _, first:
            yield 2
        try:
            yield 3
        finally:
            yield 4
    yield 5


def managers(generator: object) -> list[int]:
    target = runtime_here()
    suspended = read_generator(target, id(generator))
    assert suspended is not None
    blocks = WithBlocks(target, ObjectReader(target)).of(suspended.frame)
    assert all(block.line for block in blocks)
    return [block.manager for block in blocks]


def test_blocks_of_a_frame_are_those_it_is_inside_of() -> None:
    first, second = threading.RLock(), threading.Lock()
    steps = nested(first, second)
    seen = []
    for _ in steps:
        seen.append(managers(steps))
    a, b = id(first), id(second)
    assert seen == [[], [a], [a, b, a], [a], [a], []]


def test_a_generator_that_has_not_begun_is_inside_of_nothing() -> None:
    steps = nested(threading.RLock(), threading.Lock())
    found = read_generator(runtime_here(), id(steps))
    assert found is not None and found.state == "created"
    assert managers(steps) == []


def test_an_await_chain_leads_from_coroutine_to_coroutine() -> None:
    async def inner() -> None:
        await asyncio.sleep(0)

    async def outer() -> None:
        await inner()

    coroutine = outer()
    coroutine.send(None)
    step = read_generator(runtime_here(), id(coroutine))
    assert step is not None and step.state == "suspended"
    assert step.frame.code.name == "outer"
    following = read_generator(runtime_here(), step.awaited)
    assert following is not None and following.frame.code.name == "inner"
    coroutine.close()
    assert read_generator(runtime_here(), id(coroutine)) is None


# --- plain objects ---


def test_numbers_texts_and_items_are_read_as_they_are() -> None:
    reader = ObjectReader(runtime_here())
    values: list[object] = [0, -1, 12345678901, True, 1.5, -2.25]
    assert [reader.number(id(value)) for value in values] == values
    assert reader.text(id("a\x1bb")) == "a\\x1b" + "b"
    many = collections.deque(object() for _ in range(300))
    assert reader.items(id(many), 1000) == [id(one) for one in many]
    members = set(many)
    assert sorted(reader.items(id(members), 1000)) == sorted(map(id, many))
    assert reader.items(id(5), 10) == [] and reader.size(id(5)) is None


def test_damaged_memory_gives_answers_but_no_exceptions() -> None:
    lock, first, second = threading.RLock(), threading.RLock(), threading.Lock()
    waiting: queue.Queue[int] = queue.Queue()
    steps = nested(first, second)
    next(steps)
    next(steps)
    next(steps)
    things = (lock, first, second, waiting, queue.SimpleQueue(), Future(), threading.Event())
    for seed in range(150):
        target = runtime_here(DamagedMemory(seed, one_in=1 + seed % 12))
        reader = ObjectReader(target)
        locks = LockReader(reader, PID)
        for thing in things:
            locks.state(id(thing))
        suspended = read_generator(target, id(steps))
        if suspended is not None:
            WithBlocks(target, reader).of(suspended.frame)


def test_a_semaphore_between_processes_has_no_owner_as_a_lock_has() -> None:
    lock, semaphore = multiprocessing.Lock(), multiprocessing.Semaphore(2)
    lock.acquire()
    semaphore.acquire()
    assert (state(lock).kind, state(lock).owner) == ("lock", threading.get_ident())
    assert (state(semaphore).kind, state(semaphore).owner) == ("semaphore", 0)
    assert state(semaphore).times == 1
