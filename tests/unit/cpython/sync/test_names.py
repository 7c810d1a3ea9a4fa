"""What objects of this process are called."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.sync.names import Names
from atfault.cpython.values.object_reader import ObjectReader
from support.this_process import runtime_here

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
settings = ModuleType("settings")
settings.lock = threading.Lock()  # type: ignore[attr-defined]
LOCK = threading.Lock()
QUEUE: Any = multiprocessing.Queue()


def test_a_variable_of_an_imported_module_is_called_by_both_names() -> None:
    names, frame = names_here()
    address = id(settings.lock)  # type: ignore[attr-defined]
    assert names.of(address, [frame]) == ""
    assert names.of_imported(address, [frame]) == "settings.lock"
    assert names.of(address, [frame]) == "settings.lock"  # from now on


def test_what_no_module_has_gets_no_name() -> None:
    names, frame = names_here()
    assert names.of_imported(id(object()), [frame]) == ""
    assert names.of(id(LOCK), [frame]) == "LOCK"


def test_the_locks_of_a_queue_between_processes_are_called_after_it() -> None:
    names, frame = names_here()
    assert names.of(id(QUEUE._rlock), [frame]) == "QUEUE._rlock"
    assert names.of(id(QUEUE._wlock._semlock), [frame]) == "QUEUE._wlock"


def names_here() -> tuple[Names, Any]:
    """The names as the caller's frame has them."""
    runtime = runtime_here()
    caller: FrameType = sys._getframe(1)
    address = id(caller)
    if runtime.version[1] >= 11:
        address = runtime.memory.u64(id(caller) + runtime.offsets["PyFrameObject"]["f_frame"])
    names = Names(runtime, ObjectReader(runtime))
    names.variables = lambda frame: {}  # type: ignore[method-assign]
    frame = SimpleNamespace(address=address, code=SimpleNamespace(address=id(caller.f_code)))
    return names, frame


class Basket:
    def __init__(self) -> None:
        self.not_empty = threading.Condition()


class Shop:
    def __init__(self) -> None:
        self.basket = Basket()


def test_what_a_package_keeps_for_itself_is_called_by_whose_it_is() -> None:
    names, _ = names_here()
    shop = Shop()
    owners: dict[int, dict[str, int]] = {1: {"self": id(shop.basket)}, 2: {}, 3: {"self": id(shop)}}
    names.variables = lambda frame: owners[frame.address]  # type: ignore[method-assign]
    frames: Any = [SimpleNamespace(address=address) for address in owners]
    found = names.of_owner(id(shop.basket.not_empty), frames)
    assert found == "the not_empty of a Basket, the basket of a Shop"
    assert names.of_owner(id(LOCK), frames) == ""
