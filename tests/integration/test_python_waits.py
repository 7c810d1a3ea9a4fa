"""What the threads of a real program hold and wait for, alive and in a core, on every interpreter
of this machine, held against what each thread noted down before it blocked."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.holding import Holding
from atfault.cpython.sync.pools import Pools
from atfault.cpython.sync.signal_handlers import installed_handlers, signal_handlers
from atfault.cpython.sync.sync_world import World
from atfault.cpython.sync.waiting import python_waits
from atfault.model.absent import Absent
from atfault.model.waits import Hold, SignalHandler, ThreadPool, Wait
from atfault.native.waits import syscall_name
from support.hung_programs import HungProgram, decoded, hanging
from support.interpreters import Interpreter, every_interpreter

SITUATIONS = 40
MAX_SECONDS = 1.0
"""Of the processor, for some 45 threads; far above what it takes, for slow machines."""


class Seen(NamedTuple):
    """What atfault sees of one snapshot of the program."""

    log: dict[int, dict[str, Any]]
    waits: dict[int, Wait]
    holds: tuple[Hold, ...]
    seconds: float
    handlers: tuple[SignalHandler, ...]
    pools: tuple[ThreadPool, ...]


@pytest.fixture(scope="module", params=every_interpreter())
def program(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[HungProgram]:
    interpreter: Interpreter = request.param
    folder = str(tmp_path_factory.mktemp("waits"))
    with hanging(interpreter, "python_waits_program.py", folder, "threads.json") as hung:
        yield hung


@pytest.fixture(scope="module")
def looks(program: HungProgram) -> dict[str, Seen]:
    """What was seen of the program so far, by the way it was looked into."""
    return {}


@pytest.fixture(scope="module", params=["live", "core"])
def seen(program: HungProgram, looks: dict[str, Seen], request: pytest.FixtureRequest) -> Seen:
    for way in ("live", "core"):  # in this order: the core is that of its end
        if way not in looks:
            looks[way] = look(program, way)
        if way == request.param:
            break
    return looks[request.param]


def look(program: HungProgram, way: str) -> Seen:
    with program.opened(way) as snapshot:
        found = decoded(snapshot)
        runtime = found.runtime
        assert isinstance(runtime, PythonRuntime), runtime
        began = time.process_time()
        natives = {one.thread.tid: getattr(one.native, "frames", ()) for one in found.threads}
        calls = {t.tid: syscall_name(snapshot, t, natives[t.tid]) for t in snapshot.threads}
        world = World(runtime, found.threads, syscalls=calls)
        waits = python_waits(world)
        holds = Holding(world).all(waits)
        seconds = time.process_time() - began
        wanted = {wait.resource.address for wait in waits.values()}
        installed = installed_handlers(world)
        assert not isinstance(installed, Absent), installed
        handlers = signal_handlers(world, installed, wanted)
        pools = Pools(world).all
    log = {int(tid): entry for tid, entry in program.log.items()}
    return Seen(log, waits, holds, seconds, handlers, pools)


@pytest.mark.representative("waits of Python")
def test_every_thread_waits_for_what_it_says(seen: Seen) -> None:
    wrong = []
    for tid, entry in seen.log.items():
        problem = what_differs(entry["waits"], seen.waits.get(tid))
        if problem:
            wrong.append(f"{entry['name']}: {problem}")
    assert not wrong, "\n".join(wrong)
    assert len(seen.log) > SITUATIONS


def what_differs(expected: dict[str, Any], wait: Wait | None) -> str:
    if wait is None:
        return "no wait was found"
    resource, place = wait.resource, wait.place
    found = {
        "kind": resource.kind,
        "address": resource.address,
        "line": place.line if place is not None else None,
        "timeout": wait.timeout,
        "target": wait.target_tid or 0,
        "name": resource.name,
        "pid": wait.target_pid or 0,
    }
    optional = ("address", "timeout", "target", "name", "pid")
    for what, value in expected.items():
        if value in (None, 0, "") and value is not False and what in optional:
            continue
        if what == "timeout" and wait.timeout is None:
            continue  # the kernel's part tells it
        if found[what] != value:
            return f"{what} is {value!r}, atfault says {found[what]!r} ({wait})"
    return ""


@pytest.mark.representative("waits of Python")
def test_every_thread_holds_what_it_says(seen: Seen) -> None:
    wrong = []
    for tid, entry in seen.log.items():
        found = sorted(
            (hold.resource.address, hold.proof, hold.place.line if hold.place else None)
            for hold in seen.holds
            if hold.tid == tid
        )
        expected = sorted(tuple(one) for one in entry["holds"])
        same = [one[:2] for one in found] == [one[:2] for one in expected]
        lines = all(e[2] is None or f[2] == e[2] for f, e in zip(found, expected))
        if not same or not lines:
            wrong.append(f"{entry['name']}: holds {expected}, atfault says {found}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.representative("waits of Python")
def test_places_are_the_users_own_lines(seen: Seen) -> None:
    """All threads of the program run a function of its own, which is where they stand."""
    for tid in seen.log:
        place = seen.waits[tid].place
        assert place is not None and place.mine and place.frame_index >= 0, seen.waits[tid]


def test_a_lock_is_the_same_resource_for_its_holder_and_its_waiters(seen: Seen) -> None:
    held = {hold.resource.address: hold.resource.key for hold in seen.holds}
    met = 0
    for wait in seen.waits.values():
        if wait.resource.address in held:
            assert held[wait.resource.address] == wait.resource.key
            met += 1
    assert met > 10


@pytest.mark.representative("waits of Python")
def test_waits_for_locks_are_exact(seen: Seen) -> None:
    kinds = ("lock", "rlock", "condition", "semaphore", "event", "barrier", "thread")
    inexact = [w for w in seen.waits.values() if w.resource.kind in kinds and not w.exact]
    assert not inexact


def test_the_function_that_a_signal_calls_is_found_with_what_it_reaches(seen: Seen) -> None:
    (handler,) = seen.handlers
    assert (handler.signal, handler.function) == (signal.SIGUSR1, "tell")
    waiting = [entry for entry in seen.log.values() if entry["waits"]["name"] == "TAKEN"]
    assert waiting[0]["waits"]["address"] in handler.reaches
    assert handler.calls == ("release",) and handler.is_whole


@pytest.mark.representative("waits of Python")
def test_the_workers_of_a_pool_are_found_and_who_has_no_job(seen: Seen) -> None:
    named = {tid: entry["name"] for tid, entry in seen.log.items()}
    (pool,) = [one for one in seen.pools if "pool_0" in [named.get(tid) for tid in one.workers]]
    assert pool.idle == len(pool.workers) - 1


def test_forty_threads_take_milliseconds(seen: Seen) -> None:
    assert seen.seconds < MAX_SECONDS
