"""Locks in containers that acquire() has taken, of this process's own objects."""

from __future__ import annotations

import collections
import dis
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.sync.subscripts import Subscripts
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)


def here() -> None:
    pass


def taken(function: Any, *, helpers: bool = False, **variables: object) -> list[int]:
    """Addresses of the locks that the function has taken where it calls here(); helpers: that those
    have which it called."""
    runtime = runtime_here()
    known = {name: id(value) for name, value in globals().items()}

    world: Any = SimpleNamespace(
        runtime=runtime,
        minor=runtime.version[1],
        reader=ObjectReader(runtime),
        bytecode=Bytecode(runtime),
        names=SimpleNamespace(
            globals_at=lambda at: known,
            namespace_of=lambda frame: known,
            variables=lambda frame: {name: id(value) for name, value in variables.items()},
        ),
    )
    code = function.__code__
    frame: Any = SimpleNamespace(
        code=SimpleNamespace(address=id(code), name=code.co_name), lasti=_offset(code)
    )
    finder = Subscripts(world)
    found = finder.by_helpers(frame) if helpers else finder.of(frame)
    return [address for address, _ in found]


def _offset(code: Any) -> int:
    """Of the call of here()."""
    found = False
    for one in dis.get_instructions(code):
        found = found or one.argval == "here"
        if found and one.opname in ("CALL", "CALL_FUNCTION"):
            return one.offset
    raise AssertionError("it does not call here()")


LOCKS = {"a": threading.Lock(), "b": threading.Lock(), (0, 1): threading.Lock()}


class Side:
    LEFT = 0

    def __init__(self, index: int) -> None:
        self.index = index
        self.moving = index

    def move(self) -> None:
        self.moving += 1

    def finish(self) -> None:
        LOCKS["a"].release()

    def deeply(self) -> None:
        self.finish()

    def harmless(self) -> None:
        self.index + 1


def by_name(name: str) -> None:
    LOCKS[name].acquire()
    here()


def by_pair(x: int, y: int) -> None:
    LOCKS[x, y].acquire()  # type: ignore[index]
    here()


def by_index(locks: Any, i: int) -> None:
    locks[(i + 1) % len(locks)].acquire()
    here()


def by_attribute(locks: Any, side: Side) -> None:
    locks[side.index].acquire()
    here()


def by_moving_attribute(locks: Any, side: Side) -> None:
    locks[side.moving].acquire()
    here()


def released_by_another_name(first: str, second: str) -> None:
    LOCKS[first].acquire()
    LOCKS[second].release()
    here()


def stored_since(locks: Any, other: Any) -> None:
    locks[0].acquire()
    other[0] = None
    here()


def removed_since(locks: Any) -> None:
    locks[0].acquire()
    locks.insert(0, threading.Lock())
    here()


def called_since(side: Side) -> None:
    LOCKS["a"].acquire()
    side.finish()
    here()


def called_deeply_since(side: Side) -> None:
    LOCKS["a"].acquire()
    side.deeply()
    here()


def called_without_harm(side: Side) -> None:
    LOCKS["a"].acquire()
    side.harmless()
    here()


def test_the_item_of_a_dict_is_found_by_its_key() -> None:
    assert taken(by_name, name="".join(["", "b"])) == [id(LOCKS["b"])]
    assert taken(by_pair, x=0, y=1) == [id(LOCKS[0, 1])]
    assert taken(by_name, name="c") == []


def test_the_item_of_a_sequence_is_found_by_its_calculated_index() -> None:
    locks = [threading.Lock() for _ in range(3)]
    assert taken(by_index, locks=locks, i=1) == [id(locks[2])]
    assert taken(by_index, locks=tuple(locks), i=2) == [id(locks[0])]
    assert taken(by_index, locks=collections.deque(locks), i=-2) == [id(locks[2])]


def test_a_container_with_its_own_way_to_find_items_is_not_followed() -> None:
    class Shifted(dict):  # type: ignore[type-arg]
        def __getitem__(self, key: int) -> Any:
            return super().__getitem__(key - 1)

    class Sparse(list):  # type: ignore[type-arg]
        pass

    locks = [threading.Lock() for _ in range(3)]
    assert taken(by_index, locks=Shifted(enumerate(locks)), i=0) == []
    assert taken(by_index, locks=Sparse(locks), i=0) == []


def test_an_attribute_is_a_key_where_nothing_but_init_assigns_to_it() -> None:
    locks = [threading.Lock() for _ in range(3)]
    assert taken(by_attribute, locks=locks, side=Side(2)) == [id(locks[2])]
    assert taken(by_moving_attribute, locks=locks, side=Side(2)) == []


def test_a_release_by_another_expression_counts_if_it_is_the_same_lock() -> None:
    assert taken(released_by_another_name, first="a", second="b") == [id(LOCKS["a"])]
    assert taken(released_by_another_name, first="a", second="a") == []
    assert taken(released_by_another_name, first="a", second="gone") == []


def test_an_assignment_into_the_container_ends_what_is_known() -> None:
    locks = [threading.Lock()]
    assert taken(stored_since, locks=locks, other=[1]) == [id(locks[0])]
    assert taken(stored_since, locks=locks, other=locks) == []


def test_a_method_that_moves_items_ends_what_is_known() -> None:
    assert taken(removed_since, locks=[threading.Lock()]) == []


def test_a_function_that_releases_something_ends_what_is_known() -> None:
    side = Side(0)
    assert taken(called_since, side=side) == []
    assert taken(called_deeply_since, side=side) == []
    assert taken(called_without_harm, side=side) == [id(LOCKS["a"])]


class Manager:
    def __init__(self) -> None:
        self.locks = {"a": threading.Lock(), "b": threading.Lock()}

    def acquire(self, name: str) -> None:
        self.locks.setdefault(name, threading.Lock()).acquire()

    def release(self, name: str) -> None:
        self.locks[name].release()

    def other(self, name: str) -> None:
        name = name + name
        self.locks[name].acquire()

    def perhaps(self, name: str) -> bool:
        return self.locks[name].acquire(timeout=1)


def take(name: str) -> None:
    LOCKS[name].acquire()


def by_a_helper(manager: Manager, name: str) -> None:
    manager.acquire(name)
    here()


def by_a_function() -> None:
    take("b")
    here()


def by_a_helper_and_back(manager: Manager, name: str) -> None:
    manager.acquire(name)
    manager.release(name)
    here()


def by_helpers_that_may_not(manager: Manager, name: str) -> None:
    manager.other(name)
    manager.perhaps(name)
    here()


def by_a_helper_whose_name_changed(manager: Manager, name: str) -> None:
    manager.acquire(name)
    name = "b"
    here()


def test_a_lock_that_a_helper_was_told_to_take_is_found() -> None:
    manager = Manager()
    assert taken(by_a_helper, helpers=True, manager=manager, name="a") == [id(manager.locks["a"])]
    assert taken(by_a_function, helpers=True) == [id(LOCKS["b"])]
    assert taken(by_a_helper, helpers=True, manager=manager, name="gone") == []


def test_what_a_helper_gave_back_or_may_not_have_taken_is_not() -> None:
    for function in (
        by_a_helper_and_back,
        by_helpers_that_may_not,
        by_a_helper_whose_name_changed,
    ):
        assert taken(function, helpers=True, manager=Manager(), name="a") == [], function.__name__
