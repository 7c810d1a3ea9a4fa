"""Proxies of a multiprocessing.Manager, of this process's own objects."""

from __future__ import annotations

import sys
from multiprocessing.managers import AcquirerProxy, BaseProxy, ListProxy, Token
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.offsets import load
from atfault.cpython.sync.managed import called, managed
from atfault.cpython.values.object_reader import ObjectReader
from support.proc_memory import ProcMemory

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
SOCKET = "/tmp/pymp-ab12/listener-cd34"
VIEW: Any = SimpleNamespace()


def proxy(kind: str, address: str = SOCKET, cls: type[BaseProxy] = AcquirerProxy) -> BaseProxy:
    made = object.__new__(cls)
    made._token = Token(kind, address, "7f10a0")
    return made


def world() -> Any:
    version = sys.version_info[:3]
    offsets, constants = load(version[1])
    runtime: Any = SimpleNamespace(
        memory=ProcMemory(), builtins=int, offsets=offsets, constants=constants, version=version
    )
    names = {"name": lambda address, view: "shared"}
    return SimpleNamespace(reader=ObjectReader(runtime), pid=4711, **names)


def test_the_same_token_is_the_same_lock_in_every_process() -> None:
    one, two = proxy("Lock"), proxy("Lock")
    first, second = managed(world(), id(one), VIEW), managed(world(), id(two), VIEW)
    assert first is not None and second is not None
    assert first.kind == "lock" and first.key == second.key == f"lock:7f10a0@{SOCKET}"
    assert first.detail.startswith("shared between processes")


@pytest.mark.parametrize(
    "other",
    [proxy("list", cls=ListProxy), proxy("Lock", "/srv/service.sock"), object(), "Lock"],
    ids=["no lock", "a manager with an address of its own", "no proxy", "text"],
)
def test_what_is_not_known_to_be_waited_for_by_relatives_alone_is_none(other: object) -> None:
    assert managed(world(), id(other), VIEW) is None


@pytest.mark.parametrize(
    ("kind", "method", "args", "kwds", "ends"),
    [
        ("Lock", "acquire", (True,), {}, False),
        ("Lock", "acquire", (), {}, False),
        ("Lock", "acquire", (False,), {}, True),
        ("Lock", "acquire", (True, 5), {}, True),
        ("Event", "wait", (None,), {}, False),
        ("Event", "wait", (3,), {}, True),
        ("Queue", "get", (), {}, False),
        ("Queue", "get", (True, 5), {}, True),
        ("Queue", "get", (), {"timeout": 5}, True),
        ("Queue", "put", ("item",), {}, False),
        ("Queue", "put", ("item", True, 5), {}, True),
        ("Queue", "join", (), {}, False),
    ],
)
def test_a_call_that_waits(kind: str, method: str, args: Any, kwds: Any, ends: bool) -> None:
    own = proxy(kind)
    variables = {"self": own, "methodname": method, "args": args, "kwds": kwds}
    found = called(world(), VIEW, {name: id(value) for name, value in variables.items()})
    assert found is not None
    assert found[1:] == (method if kind == "Queue" else "", ends)


def test_a_call_that_only_asks_is_no_wait() -> None:
    own = proxy("Queue")
    variables = {"self": own, "methodname": "qsize", "args": (), "kwds": {}}
    assert called(world(), VIEW, {n: id(value) for n, value in variables.items()}) is None


def test_taking_the_lock_of_a_condition_is_no_wait_for_a_notification() -> None:
    own = proxy("Condition")
    variables = {"self": own, "methodname": "acquire", "args": (), "kwds": {}}
    found = called(world(), VIEW, {n: id(value) for n, value in variables.items()})
    assert found is not None
    assert (found[0].kind, found[0].key) == ("lock", f"lock:7f10a0@{SOCKET}")
