"""Locks of libraries, of this process's own objects."""

from __future__ import annotations

import os
import socket
import sys
from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest

from atfault.cpython.offsets import load
from atfault.cpython.sync import library_locks
from atfault.cpython.sync.wait_frames import Awaited
from atfault.cpython.values.object_reader import ObjectReader
from atfault.snapshot.target_files import TargetFiles
from support.proc_memory import ProcMemory

pytestmark = pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="a free-threaded interpreter"
)


class Lock:
    """What any library's lock has."""

    def __init__(self, **named: object) -> None:
        self.__dict__.update(named)

    def acquire(self) -> None:
        """Not called."""

    def release(self) -> None:
        """Not called."""


class Named(Lock):
    """Inherits both."""


def world(folder: str = "/") -> Any:
    version = sys.version_info[:3]
    offsets, constants = load(version[1])
    files = TargetFiles(folders=(folder,))
    runtime: Any = SimpleNamespace(
        memory=ProcMemory(),
        builtins=int,
        offsets=offsets,
        constants=constants,
        version=version,
        snapshot=SimpleNamespace(kind="live", files=files),
    )
    reader = ObjectReader(runtime)
    return SimpleNamespace(
        runtime=runtime,
        reader=reader,
        pid=os.getpid(),
        name=lambda address, view: "",
        names=SimpleNamespace(variables=lambda frame: frame.variables),
    )


def asks(*frames: tuple[str, dict[str, object]], folder: str = "/", mine: int = 99) -> Any:
    """What a thread waits for that sleeps in these functions, with these variables, the innermost
    first. mine: from which of them on they are the user's own."""
    made = [
        SimpleNamespace(
            code=SimpleNamespace(name=name), variables={n: id(v) for n, v in variables.items()}
        )
        for name, variables in frames
    ]
    view: Any = SimpleNamespace(frames=made, is_mine=lambda frame: frame in made[mine:])
    return library_locks.awaited(world(folder), view)


def test_a_lock_that_names_a_file_is_the_lock_of_that_file(tmp_path: Any) -> None:
    (tmp_path / "deploy.lock").touch()
    path = str(tmp_path / "deploy.lock")
    for lock in (Lock(kind="soft", file=path), Lock(path=path.encode()), Lock(c=Lock(at=path))):
        found = asks(("_poll", {"self": lock, "timeout": -1}), ("acquire", {"self": lock}))
        assert isinstance(found, Awaited) and found.resource is not None
        assert (found.resource.kind, found.resource.key) == ("file", f"file:{path}")
        assert (found.operation, found.timeout) == ("lock", False)


def test_what_asks_for_it_may_name_the_file_relative_to_the_working_folder(tmp_path: Any) -> None:
    (tmp_path / "deploy.lock").touch()
    lock = Lock()
    found = asks(("acquire", {"self": lock, "name": "deploy.lock"}), folder=str(tmp_path))
    assert found.resource.key == f"file:{tmp_path}/deploy.lock"
    assert asks(("acquire", {"self": lock, "name": "gone.lock"})).resource.kind == "lock"


def test_a_lock_that_a_server_knows_of_is_told_with_its_connection() -> None:
    with socket.socket() as connection:
        free = deque([Lock(sock=connection)])
        lock = Named(name="report", client=Lock(pool=Lock(free=free)))
        found = asks(("acquire", {"self": lock}), ("__enter__", {"self": lock}))
        assert found.resource.shared == "outside" and found.resource.channel.fd is not None
        assert found.resource.channel.fd == connection.fileno()
        assert '"report"' in found.resource.name


def test_a_limit_ends_the_wait_but_none_and_hours_are_no_limit() -> None:
    lock = Lock()
    for limit, ends in ((None, False), (-1, False), (5.0, True), (0, True), (86_400, False)):
        assert asks(("acquire", {"self": lock, "timeout": limit})).timeout is ends
    assert asks(("acquire", {"self": lock, "deadline": 86_400.0})).timeout


def test_other_sleeps_are_none() -> None:
    lock = Lock()
    assert asks(("refresh", {"self": lock})) is None
    assert asks(("acquire", {"self": "a text"})) is None
    assert asks(("run", {}), ("acquire", {"self": lock}), mine=1) is None
