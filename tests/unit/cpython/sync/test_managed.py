"""Proxies of a multiprocessing.Manager, of this process's own objects."""

from __future__ import annotations

import sys
from multiprocessing.managers import AcquirerProxy, BaseProxy, ListProxy, Token
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.offsets import load
from atfault.cpython.sync.locks import LockReader
from atfault.cpython.sync.wait_frames import Awaited, explain
from atfault.cpython.values.object_reader import ObjectReader
from support.proc_memory import ProcMemory

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)
SOCKET = "/tmp/pymp-ab12/listener-cd34"


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
    reader = ObjectReader(runtime)
    return SimpleNamespace(
        reader=reader,
        locks=LockReader(reader, 4711),
        pid=4711,
        name=lambda address, view: "shared",
        names=SimpleNamespace(variables=lambda frame: frame.variables),
    )


def called(**variables: object) -> Awaited | None:
    """What a thread waits for that is in BaseProxy._callmethod with these variables."""
    code = SimpleNamespace(name="_callmethod", filename="/lib/multiprocessing/managers.py")
    frame = SimpleNamespace(code=code, variables={n: id(value) for n, value in variables.items()})
    view: Any = SimpleNamespace(frames=[frame], is_mine=lambda frame: False)
    found = explain(world(), view)
    return found[0] if found else None


def test_the_same_token_is_the_same_lock_in_every_process() -> None:
    locks = world().locks
    one, two = proxy("Lock"), proxy("Lock")
    first, second = (locks.resource(locks.state(id(a)), "shared") for a in (one, two))
    assert first.kind == "lock" and first.key == second.key == f"lock:7f10a0@{SOCKET}"
    assert first.shared == "manager" and first.detail.startswith("shared between processes")
    assert locks.lock_of(id(one)) == id(one)


@pytest.mark.parametrize(
    "other",
    [proxy("list", cls=ListProxy), proxy("Lock", "/srv/service.sock"), object(), "Lock"],
    ids=["no lock", "a manager with an address of its own", "no proxy", "text"],
)
def test_what_is_not_known_to_be_waited_for_by_relatives_alone_is_none(other: object) -> None:
    assert world().locks.state(id(other)) is None


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
    found = called(self=own, methodname=method, args=args, kwds=kwds)
    assert found is not None
    assert (found.operation, found.timeout) == (method if kind == "Queue" else "", ends)


def test_a_call_that_only_asks_is_no_wait() -> None:
    assert called(self=proxy("Queue"), methodname="qsize", args=(), kwds={}) is None


def test_taking_the_lock_of_a_condition_is_no_wait_for_a_notification() -> None:
    found = called(self=proxy("Condition"), methodname="acquire", args=(), kwds={})
    assert found is not None and found.resource is not None
    assert (found.resource.kind, found.resource.key) == ("lock", f"lock:7f10a0@{SOCKET}")
