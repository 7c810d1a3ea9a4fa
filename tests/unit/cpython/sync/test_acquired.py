"""Locks that acquire() has taken, of this process's own objects."""

from __future__ import annotations

import asyncio
import collections
import dis
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.sync.acquired import Acquired
from atfault.cpython.sync.locks import LockReader
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)


def here() -> None:
    pass


def acquired(variables: dict[str, object]) -> Acquired:
    runtime = runtime_here()
    reader = ObjectReader(runtime)
    known = {name: id(value) for name, value in globals().items()}
    world: Any = SimpleNamespace(
        runtime=runtime,
        reader=reader,
        locks=LockReader(reader, 4711),
        bytecode=Bytecode(runtime),
        code_of=lambda function: runtime.codes.get(reader.code_address(function)),
        names=SimpleNamespace(
            globals_at=lambda at: known,
            namespace_of=lambda frame: known,
            variables=lambda frame: {name: id(value) for name, value in variables.items()},
        ),
    )
    return Acquired(world)


def taken(function: Any, *, is_sure: bool = True, **variables: object) -> list[int]:
    """Addresses of the locks that the function has taken where it calls here(), or may have."""
    code = function.__code__
    frame: Any = SimpleNamespace(
        code=SimpleNamespace(address=id(code), name=code.co_name), lasti=_offset(code)
    )
    found = acquired(variables).of(frame, deep=True)
    return [one.lock for one in found if one.is_sure == is_sure]


def given_back(function: Any, **variables: object) -> dict[int, int]:
    code = function.__code__
    frame: Any = SimpleNamespace(code=SimpleNamespace(address=id(code)), lasti=_offset(code))
    return acquired(variables).given_back(frame)


def _offset(code: Any) -> int:
    """Of the call of here()."""
    found = False
    for one in dis.get_instructions(code):
        found = found or one.argval == "here"
        if found and one.opname in ("CALL", "CALL_FUNCTION"):
            return one.offset
    raise AssertionError("it does not call here()")


LOCKS = {"a": threading.Lock(), "b": threading.Lock(), 7: threading.Lock()}
OUTER = threading.Lock()


# --- what an expression stands for ---


def by_name(name: object) -> None:
    LOCKS[name].acquire()  # type: ignore[index]
    here()


def by_text() -> None:
    LOCKS["b"].acquire()
    here()


def by_index(locks: Any, i: int) -> None:
    locks[i].acquire()
    here()


def by_condition(condition: threading.Condition) -> None:
    condition.acquire()
    here()


class Settings:
    lock = threading.Lock()


def by_class(settings: Settings) -> None:
    settings.lock.acquire()
    here()


def test_the_item_of_a_dict_is_found_by_its_key() -> None:
    assert taken(by_name, name="".join(["", "b"])) == [id(LOCKS["b"])]
    assert taken(by_name, name=7) == [id(LOCKS[7])]
    assert taken(by_name, name="c") == [] and taken(by_name, name=None) == []
    assert taken(by_text) == [id(LOCKS["b"])]


def test_the_item_of_a_sequence_is_found_by_its_index() -> None:
    locks = [threading.Lock() for _ in range(3)]
    assert taken(by_index, locks=locks, i=1) == [id(locks[1])]
    assert taken(by_index, locks=tuple(locks), i=-1) == [id(locks[2])]
    assert taken(by_index, locks=collections.deque(locks), i=0) == [id(locks[0])]
    assert taken(by_index, locks=locks, i=3) == []


def test_a_container_with_its_own_way_to_find_items_is_not_followed() -> None:
    class Shifted(dict):  # type: ignore[type-arg]
        def __getitem__(self, key: int) -> Any:
            return super().__getitem__(key - 1)

    class Sparse(list):  # type: ignore[type-arg]
        pass

    locks = [threading.Lock() for _ in range(3)]
    assert taken(by_index, locks=Shifted(enumerate(locks)), i=1) == []
    assert taken(by_index, locks=Sparse(locks), i=1) == []


def test_a_condition_stands_for_its_lock_and_an_instance_for_what_its_class_has() -> None:
    condition = threading.Condition()
    assert taken(by_condition, condition=condition) == [id(condition._lock)]  # type: ignore[attr-defined]
    assert taken(by_class, settings=Settings()) == [id(Settings.lock)]


# --- what may have given it back ---


def let_go_around_what_blocks(lock: Any) -> None:
    with lock:
        lock.release()
        here()
        lock.acquire()


def let_go_and_taken_again(lock: Any) -> None:
    with lock:
        lock.release()
        lock.acquire()
        here()


def test_a_lock_that_was_let_go_inside_of_its_with_is_not_held() -> None:
    """tests/real/healthy/lock_let_go_around_slow_work: a ring was said to be certain."""
    lock = threading.Lock()
    first = let_go_around_what_blocks.__code__.co_firstlineno
    assert given_back(let_go_around_what_blocks, lock=lock) == {id(lock): first + 2}
    assert given_back(let_go_and_taken_again, lock=lock) == {}


class Side:
    def finish(self) -> None:
        LOCKS["a"].release()

    def deeply(self) -> None:
        self.finish()

    def another(self) -> None:
        LOCKS["b"].release()

    def whatever(self, lock: threading.Lock) -> None:
        one = lock
        one.release()

    def harmless(self) -> int:
        return len(LOCKS)


def released_by_another_name(first: str, second: str) -> None:
    LOCKS[first].acquire()
    LOCKS[second].release()
    here()


def released_by_who_knows(other: Any) -> None:
    OUTER.acquire()
    other().release()
    here()


def released_one_by_one(locks: Any) -> None:
    OUTER.acquire()
    for lock in locks:
        lock.release()
    here()


def finished(side: Side) -> None:
    LOCKS["a"].acquire()
    side.finish()
    here()


def finished_deeply(side: Side) -> None:
    LOCKS["a"].acquire()
    side.deeply()
    here()


def finished_whatever(side: Side) -> None:
    LOCKS["a"].acquire()
    side.whatever(OUTER)
    here()


def finished_another(side: Side) -> None:
    LOCKS["a"].acquire()
    side.another()
    here()


def went_on(side: Side) -> None:
    LOCKS["a"].acquire()
    side.harmless()
    here()


def test_a_release_by_another_expression_counts_if_it_may_be_the_same_lock() -> None:
    assert taken(released_by_another_name, first="a", second="b") == [id(LOCKS["a"])]
    assert taken(released_by_another_name, first="a", second="a") == []
    assert taken(released_by_another_name, first="a", second="gone") == []
    assert taken(released_by_who_knows, other=None) == []
    locks = [OUTER, threading.Lock()]
    assert taken(released_one_by_one, locks=locks, lock=locks[1]) == []


def test_a_function_that_gives_it_back_ends_what_is_known() -> None:
    for function in (finished, finished_deeply, finished_whatever):
        assert taken(function, side=Side()) == [], function.__name__
    for function in (finished_another, went_on):
        assert taken(function, side=Side()) == [id(LOCKS["a"])], function.__name__


# --- functions that take locks for their callers ---


class Store:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.locks = {"a": threading.Lock(), "b": threading.Lock()}

    def begin(self) -> None:
        self.lock.acquire()

    def end(self) -> None:
        self.lock.release()

    def __enter__(self) -> None:  # as the PicklableLock of transitions has it
        self.lock.__enter__()

    def __exit__(self, *error: object) -> None:
        self.lock.__exit__(None, None, None)

    def deep(self) -> None:
        self.begin()
        self.deep()

    def passes(self) -> None:
        self.begin()
        self.end()

    def acquire(self, name: str) -> None:
        self.locks.setdefault(name, threading.Lock()).acquire()

    def release(self, name: str) -> None:
        self.locks[name].release()

    def another(self, name: str) -> None:
        name = name + name
        self.locks[name].acquire()

    def perhaps(self, name: str) -> bool:
        return self.locks[name].acquire(timeout=1)

    def tried(self) -> None:
        if not self.lock.acquire(timeout=1):
            raise TimeoutError

    def rows(self) -> Any:
        self.lock.acquire()
        yield 1

    async def open(self) -> None:
        self.lock.acquire()


def take_outer() -> None:
    OUTER.acquire()


def begins(store: Store) -> None:
    store.begin()
    here()


def begins_deeply(store: Store) -> None:
    store.deep()
    here()


def begins_by_entering(store: Store) -> None:
    store.__enter__()
    here()


def enters_and_leaves(store: Store) -> None:
    store.__enter__()
    store.__exit__()
    here()


def tries(store: Store) -> None:
    store.tried()
    here()


def acquires(store: Store, name: str) -> None:
    store.acquire(name)
    here()


def begins_and_ends(store: Store) -> None:
    store.begin()
    store.end()
    here()


def passes(store: Store) -> None:
    store.passes()
    here()


def acquires_and_releases(store: Store, name: str) -> None:
    store.acquire(name)
    store.release(name)
    here()


def acquires_what_may_not_be(store: Store, name: str) -> None:
    store.another(name)
    store.perhaps(name)
    here()


def acquires_and_goes_on(store: Store, name: str) -> None:
    store.acquire(name)
    name = "b"
    here()


def does_not_run_it(store: Store) -> None:
    store.rows()
    store.open()  # type: ignore[unused-coroutine]
    here()


def by_function() -> None:
    take_outer()
    here()


def test_a_function_that_takes_a_lock_leaves_it_with_its_caller() -> None:
    store = Store()
    for function in (begins, begins_by_entering, begins_deeply, tries):
        assert taken(function, store=store) == [id(store.lock)], function.__name__
    assert taken(acquires, store=store, name="a") == [id(store.locks["a"])]
    assert taken(acquires, store=store, name="gone") == []
    assert taken(by_function) == [id(OUTER)]
    assert taken(begins) == []


def test_what_a_function_gave_back_or_may_not_have_taken_is_not_held() -> None:
    for function in (
        begins_and_ends,
        enters_and_leaves,
        passes,
        acquires_and_releases,
        acquires_what_may_not_be,
        acquires_and_goes_on,
        does_not_run_it,
    ):
        assert taken(function, store=Store(), name="a") == [], function.__name__


# --- loops that are over ---


class Nothing:
    def begin(self) -> None:
        pass

    end = begin


class Remote:
    def __init__(self) -> None:
        self.store = Store()

    def begin(self) -> None:
        self.store.begin()

    def end(self) -> None:
        self.store.end()


def begins_each(stores: Any, one: Any) -> None:
    for one in stores:
        one.begin()
    for one in stores:
        print(one)
    for one in stores:
        print(one, here())


def begins_those_in_an_attribute(stores: Any, one: Any) -> None:
    for one in stores.gi_code:
        one.begin()
    here()


def begins_and_ends_each(stores: Any, one: Any) -> None:
    for one in stores:
        one.begin()
    for one in stores:
        one.end()
    here()


def begins_some(stores: Any, one: Any) -> None:
    for one in stores:
        if one.is_new:
            one.begin()
    here()


def begins_until(stores: Any, one: Any) -> None:
    for one in stores:
        one.begin()
        if one.is_last:
            break
    here()


def begins_others(stores: Any, one: Any) -> None:
    for one in stores:
        one.begin()
    stores = stores[1:]
    here()


def begins_behind(stores: Any, one: Any) -> None:
    here()
    for one in stores:
        one.begin()


def begins_all(stores: Any) -> None:
    for one in stores:
        one.begin()


def begins_all_in_a_call(stores: Any) -> None:
    begins_all(stores)
    here()


def test_what_each_round_of_a_loop_has_taken_is_held_behind_it() -> None:
    store, remote, nothing = Store(), Remote(), Nothing()
    locks = [id(store.lock), id(remote.store.lock)]
    for stores in ([store, remote, nothing], (remote, nothing, store)):
        assert sorted(taken(begins_each, stores=stores, one=stores[0])) == sorted(locks)
        assert sorted(taken(begins_all_in_a_call, stores=stores)) == sorted(locks)
    named = SimpleNamespace(gi_code=[remote, nothing])
    assert taken(begins_those_in_an_attribute, stores=named, one=nothing) == locks[1:]


def test_what_a_loop_has_given_back_or_may_not_have_taken_is_not_held() -> None:
    stores = [Remote(), Nothing(), Store()]
    for function in (
        begins_and_ends_each,
        begins_some,
        begins_until,
        begins_others,
        begins_behind,
    ):
        assert taken(function, stores=stores, one=stores[-1]) == [], function.__name__
    assert taken(begins_each, stores=[], one=stores[-1]) == []
    assert taken(begins_each, stores=iter(stores), one=stores[-1]) == []


# --- what may have been taken ---


class Readers:
    def __init__(self) -> None:
        self.number, self.lock = 0, threading.Lock()

    def enter(self) -> None:
        self.number += 1
        if self.number == 1:
            self.lock.acquire()

    def leave(self) -> None:
        self.number -= 1
        if self.number == 0:
            self.lock.release()


def perhaps(flag: bool) -> None:
    if flag:
        OUTER.acquire()
    here()


def perhaps_and_back(flag: bool) -> None:
    if flag:
        OUTER.acquire()
    if flag:
        OUTER.release()
    here()


def perhaps_in_time() -> None:
    OUTER.acquire(timeout=1)
    here()


def perhaps_first(readers: Readers) -> None:
    readers.enter()
    here()


def perhaps_first_and_last(readers: Readers) -> None:
    readers.enter()
    readers.leave()
    here()


def test_what_is_taken_on_some_ways_is_not_sure() -> None:
    readers = Readers()
    assert taken(perhaps, is_sure=False) == [id(OUTER)] and taken(perhaps) == []
    assert taken(perhaps_first, is_sure=False, readers=readers) == [id(readers.lock)]
    assert taken(perhaps_first, readers=readers) == []
    for function in (perhaps_and_back, perhaps_in_time, perhaps_first_and_last):
        assert taken(function, is_sure=False, readers=readers) == [], function.__name__


# --- asyncio ---


async def awaits(lock: asyncio.Lock) -> None:
    await lock.acquire()
    here()


async def hands_on(lock: asyncio.Lock) -> None:
    asyncio.gather(lock.acquire())
    here()


class Room:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()

    async def enter(self) -> None:
        await self.lock.acquire()


async def awaits_a_helper(room: Room) -> None:
    await room.enter()
    here()


async def starts_a_helper(room: Room) -> None:
    asyncio.gather(room.enter())
    here()


def test_acquire_of_asyncio_counts_when_it_has_been_awaited() -> None:
    lock, room = asyncio.Lock(), Room()
    assert taken(awaits, lock=lock) == [id(lock)]
    assert taken(awaits_a_helper, room=room) == [id(room.lock)]
    assert taken(hands_on, lock=lock) == []
    assert taken(starts_a_helper, room=room) == []
    assert taken(awaits, lock=threading.Lock()) == []
