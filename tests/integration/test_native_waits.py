"""A C program with a thread for each way to wait, looked at live and in a core of gcore.

Its libraries are those of this machine, musl, and where a Debian root is prepared a newer glibc.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from typing import Any, NamedTuple

import pytest

from atfault.model.state import ProcessState
from atfault.snapshot.core import open_core
from atfault.snapshot.stop import Stop
from support import needs
from support.compiled import compile_once
from support.cores import CACHE
from support.decoded import decoded

SOURCE = os.path.join(os.path.dirname(__file__), "..", "support", "wait_program.c")
THREADS = 21
WORDS = ("plain", "inheriting", "recursive", "robust", "condition", "guard", "rwlock", "barrier",
         "semaphore")  # fmt: skip


class Program(NamedTuple):
    """The program, running."""

    process: subprocess.Popen[str]
    pid: int
    child: int
    words: dict[str, int]
    """Name → address."""
    locked_file: str
    is_musls: bool


@pytest.fixture(scope="module", params=["here", "sid", "musl"])
def program(request):
    root = os.path.join(CACHE, "roots", "sid") if request.param == "sid" else None
    compiler = "musl-gcc" if request.param == "musl" else ""
    if root is not None and not os.path.isdir(root):
        pytest.skip(f"the Debian root {request.param} is not prepared")
    if root is not None and os.geteuid():
        pytest.skip(f"chroot into {request.param} needs root")
    folder = tempfile.mkdtemp(dir=(root or "") + tempfile.gettempdir())
    # In a root it runs with that system's glibc, which is what differs, though compiled here.
    made = os.path.join(folder, "waits")
    target = compile_once(SOURCE, made, "-g", "-O1", "-pthread", by=compiler)
    locked = os.path.join(folder, "locked")
    inner = [path.removeprefix(root or "") for path in (target, locked)]
    command = inner if root is None else ["chroot", root, *inner]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    _, child, *addresses = process.stdout.readline().split()
    settle(process.pid)
    words = {name: int(address, 16) for name, address in zip(WORDS, addresses)}
    yield Program(process, process.pid, int(child), words, locked, bool(compiler))
    process.kill()
    process.communicate()
    try:
        os.kill(int(child), signal.SIGKILL)
    except ProcessLookupError:
        pass
    shutil.rmtree(folder)


def settle(pid: int) -> None:
    """Until all threads are there and asleep."""
    for _ in range(200):
        states = []
        for tid in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{tid}/stat") as file:
                states.append(file.read().rpartition(")")[2].split()[0])
        if len(states) == THREADS and set(states) == {"S"}:
            return
        time.sleep(0.05)
    raise AssertionError(f"the threads did not settle: {states}")


@pytest.fixture(scope="module")
def live(program) -> ProcessState:
    with Stop(program.pid) as snapshot:
        return decoded(snapshot)


@cache
def core_of(pid: int) -> ProcessState:
    needs.found("gcore")
    folder = tempfile.mkdtemp()
    try:
        done = subprocess.run(
            ["gcore", "-o", os.path.join(folder, "core"), str(pid)], capture_output=True, text=True
        )
        path = os.path.join(folder, f"core.{pid}")
        assert os.path.exists(path), done.stderr
        with open_core(path) as snapshot:
            return decoded(snapshot)
    finally:
        shutil.rmtree(folder)


def wait_of(state: ProcessState, name: str) -> Any:
    """The one wait of the thread with this name."""
    tids = [t.thread.tid for t in state.threads if t.thread.name == name]
    waits = [wait for wait in state.waiting.waits if wait.tid in tids]
    assert len(waits) == 1, f"{name}: {waits}"
    return waits[0]


OWNED = {
    "mutex": ("mutex", "plain"),
    "mutex-timed": ("mutex", "plain"),
    "inheriting": ("mutex", "inheriting"),
    "recursive": ("mutex", "recursive"),
    "robust": ("mutex", "robust"),
    "rdlock": ("rwlock", "rwlock"),
    "wrlock": ("rwlock", "rwlock"),
}
UNOWNED_IN_MUSL = ("mutex", "mutex-timed", "rdlock", "wrlock")
"""It keeps no owner of a normal mutex, nor of a read-write lock."""


@pytest.mark.representative("waits of C", only=("here",))
@pytest.mark.parametrize("name", OWNED)
def test_the_owner_of_a_lock_is_the_thread_that_took_it(live, program, name):
    wait = wait_of(live, name)
    kind, word = OWNED[name]
    assert (wait.resource.kind, wait.resource.address) == (kind, program.words[word])
    is_owned = not (program.is_musls and name in UNOWNED_IN_MUSL)
    assert wait.target_tid == (program.pid if is_owned else None)
    assert wait.timeout is (name == "mutex-timed")
    holds = [hold for hold in live.waiting.holds if hold.resource.key == wait.resource.key]
    assert [(hold.tid, hold.proof) for hold in holds] == [(program.pid, "owner")] * is_owned


def test_the_owner_of_a_stdio_stream_is_known(live, program):
    wait = wait_of(live, "stdio")
    assert (wait.resource.kind, wait.target_tid) == ("mutex", program.pid)


@pytest.mark.representative("waits of C", only=("here",))
@pytest.mark.parametrize("name", ["cond", "cond-timed"])
def test_a_condition_is_found(live, program, name):
    wait = wait_of(live, name)
    assert wait.resource.kind == "native-condition"
    assert wait.resource.address == program.words["condition"]
    assert wait.timeout is (name == "cond-timed")
    assert wait.target_tid is None


@pytest.mark.representative("waits of C", only=("here",))
@pytest.mark.parametrize("name", ["barrier", "sem"])
def test_barriers_and_semaphores_are_told_apart(live, program, name):
    resource = wait_of(live, name).resource
    word = {"sem": "semaphore"}.get(name, name)
    assert resource.kind == word
    if word == "semaphore" or not program.is_musls:  # musl's barrier is on a waiter's stack
        assert resource.address == program.words[word]


@pytest.mark.representative("waits of C", only=("here",))
def test_a_join_leads_to_the_joined_thread(live):
    wait = wait_of(live, "join")
    sleeper = wait_of(live, "sleep")
    assert (wait.resource.kind, wait.target_tid) == ("thread", sleeper.tid)
    assert wait.resource.key == f"thread:{sleeper.tid}"
    assert (sleeper.resource.kind, sleeper.timeout) == ("time", True)


@pytest.mark.representative("waits of C", only=("here",))
@pytest.mark.parametrize("name", ["read", "poll", "epoll"])
def test_a_pipe_is_known_by_both_its_ends(live, program, name):
    waits = [w for w in live.waiting.waits if name_of(live, w.tid) == name]
    (wait,) = waits
    assert wait.resource.kind == "pipe"
    directions = {
        (end.pid, end.direction)
        for end in live.waiting.channel_ends
        if end.key == wait.resource.key
    }
    everybody = {program.pid, program.child}
    assert directions == {(pid, way) for pid in everybody for way in ("read", "write")}


def test_a_full_pipe_is_said_to_be_full(live):
    wait = wait_of(live, "write")
    assert wait.resource.channel.used == wait.resource.channel.capacity > 0
    assert wait.use == "write"


def test_a_child_that_is_waited_for_is_known(live, program):
    wait = wait_of(live, "child")
    assert (wait.resource.kind, wait.target_pid) == ("process", program.child)
    assert [r.pid for r in live.waiting.relatives if r.relation == "child"] == [program.child]


@pytest.mark.representative("waits of C", only=("here",))
def test_the_holder_of_a_files_lock_is_found(live, program):
    wait = wait_of(live, "file")
    assert wait.resource.kind == "file"
    assert wait.resource.name == program.locked_file
    assert wait.target_pid == program.child


def test_a_wait_has_the_line_of_the_c_code_where_lines_are_known(program):
    with Stop(program.pid) as snapshot:
        state = decoded(snapshot, lines=True)
    place = wait_of(state, "mutex").place
    assert place.file.endswith("wait_program.c")
    assert place.function == "wait_for_mutex"


@pytest.mark.representative("waits of C", only=("here",))
def test_a_core_tells_the_same_as_the_living_process(live, program):
    if program.process.args[0] == "chroot":
        pytest.skip("older gcore leaves out stacks that have the guard pages of glibc 2.42")
    core = core_of(program.pid)
    by_tid = {wait.tid: wait for wait in core.waiting.waits}
    for wait in live.waiting.waits:
        other = by_tid.get(wait.tid)
        name = name_of(live, wait.tid)
        assert other is not None, name
        if wait.resource.address:
            assert other.resource.key == wait.resource.key, name
            assert other.target_tid == wait.target_tid, name
    assert wait_of_tid(core, live, "read").resource.kind == "fd"
    assert wait_of_tid(core, live, "child").target_pid == program.child
    assert not core.waiting.channel_ends
    assert not core.waiting.relatives


def test_a_second_stop_finds_the_calls_that_the_first_made_the_kernel_restart(live, program):
    with Stop(program.pid) as snapshot:
        again = decoded(snapshot)
    kinds = {wait.tid: wait.resource.kind for wait in again.waiting.waits}
    expected = {wait.tid: wait.resource.kind for wait in live.waiting.waits}
    if program.is_musls:  # the number of a restarted call stands nowhere in its code
        expected |= {tid: "unknown" for tid, kind in expected.items() if kind == "time"}
    assert kinds == expected


def name_of(state: ProcessState, tid: int) -> str:
    return next(t.thread.name for t in state.threads if t.thread.tid == tid)


def wait_of_tid(core: ProcessState, live: ProcessState, name: str) -> Any:
    tid = wait_of(live, name).tid
    return next(wait for wait in core.waiting.waits if wait.tid == tid)
