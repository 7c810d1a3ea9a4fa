"""Waits of Python programs where the kernel's view and Python's have to be put together."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time

import pytest

from atfault.snapshot.core import open_core
from atfault.snapshot.stop import Stop
from support import needs
from support.cores import interpreter, labels
from support.decoded import decoded

VERSIONS = labels("3.8", "3.11", "3.12", "3.13", "3.14", "3.15")

PROGRAM = """
import ctypes, os, queue, subprocess, sys, threading, time

libc = ctypes.PyDLL(None)       # calls keep the GIL
mutex = ctypes.create_string_buffer(40)
jobs, lock = queue.Queue(), threading.Lock()
reader, writer = os.pipe()
child = subprocess.Popen(["sleep", "3600"], stdin=subprocess.PIPE)

def take_job():
    jobs.get()

def read_pipe():
    os.read(reader, 1)

def wait_for_child():
    child.wait()

def fill_pipe():
    while True:
        os.write(child.stdin.fileno(), b"x" * 65536)

def keep_lock():
    with lock:
        jobs.get()

def want_lock():
    with lock:
        pass

threads = [take_job, read_pipe, wait_for_child, fill_pipe, keep_lock]
threads = [threading.Thread(target=f, name=f.__name__, daemon=True) for f in threads]
for thread in threads:
    thread.start()
time.sleep(0.3)
threading.Thread(target=want_lock, name="want_lock", daemon=True).start()
time.sleep(0.3)
if sys.argv[1] == "gil":
    def want_gil():
        time.sleep(0.1)
        jobs.put(None)
    threading.Thread(target=want_gil, name="want_gil", daemon=True).start()
    libc.pthread_mutex_lock(mutex)
    print(child.pid, flush=True)
    libc.pthread_mutex_lock(mutex)      # a self-deadlock that keeps the GIL
print(child.pid, flush=True)
time.sleep(3600)
"""


class Running:
    """The program, stuck."""

    def __init__(self, label, way):
        python = interpreter(label)
        self.root = python.root or ""
        self.folder = tempfile.mkdtemp(dir=self.root + tempfile.gettempdir())
        script = os.path.join(self.folder, "program.py")
        with open(script, "w") as file:
            file.write(PROGRAM)
        command = [python.path, script.removeprefix(self.root), way]
        if self.root:
            command = ["chroot", self.root, *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.child = int(self.process.stdout.readline())
        time.sleep(0.5)

    @property
    def pid(self):
        return self.process.pid

    def close(self):
        self.process.kill()
        os.kill(self.child, 9)  # it has the same standard output
        self.process.communicate()
        shutil.rmtree(self.folder)


@pytest.fixture(scope="module", params=VERSIONS)
def waiting(request):
    running = Running(request.param, "plain")
    yield running
    running.close()


def looked_at(pid):
    with Stop(pid) as snapshot:
        return decoded(snapshot)


def by_name(state):
    names = {thread.thread.tid: thread.name for thread in state.threads}
    return {names[wait.tid]: wait for wait in state.waiting.waits}


@pytest.mark.representative("waits of Python and C together")
def test_every_thread_of_a_live_process_waits_for_what_it_says(waiting):
    state = looked_at(waiting.pid)
    waits = by_name(state)
    assert waits["take_job"].resource.kind == "queue"
    assert waits["take_job"].resource.name == "jobs"
    assert waits["want_lock"].resource.name == "lock"
    assert waits["MainThread"].resource.kind == "time"
    child = waits["wait_for_child"]
    assert (child.resource.kind, child.target_pid) == ("process", waiting.child)
    for name, use in (("read_pipe", "read"), ("fill_pipe", "write")):
        assert waits[name].resource.kind == "pipe", name
        assert waits[name].use == use
        assert waits[name].timeout is False
    facts = waits["fill_pipe"].resource.channel
    assert facts.used == facts.capacity is not None
    ends = {(e.pid, e.direction) for e in state.waiting.channel_ends
            if e.key == waits["fill_pipe"].resource.key}  # fmt: skip
    assert ends == {(waiting.pid, "write"), (waiting.child, "read")}


@pytest.mark.representative("waits of Python and C together")
def test_who_holds_the_lock_is_known_by_the_key_that_its_waiter_has(waiting):
    state = looked_at(waiting.pid)
    wanted = by_name(state)["want_lock"].resource.key
    holds = [hold for hold in state.waiting.holds if hold.resource.key == wanted]
    names = {thread.thread.tid: thread.name for thread in state.threads}
    assert [(names[hold.tid], hold.proof) for hold in holds] == [("keep_lock", "with")]


@pytest.mark.representative("the GIL")
@pytest.mark.parametrize("label", VERSIONS)
def test_the_gil_is_waited_for_by_all_but_its_holder_who_waits_for_a_mutex(label):
    running = Running(label, "gil")
    try:
        state = looked_at(running.pid)
        waits = by_name(state)
        main = waits["MainThread"]
        assert (main.resource.kind, main.target_tid) == ("mutex", running.pid)
        gil = waits["want_gil"]
        assert (gil.resource.kind, gil.target_tid) == ("gil", running.pid)
        held = {
            (hold.resource.key, hold.tid) for hold in state.waiting.holds if hold.tid == running.pid
        }
        assert held == {(gil.resource.key, running.pid), (main.resource.key, running.pid)}
        assert main.place.line == PROGRAM[: PROGRAM.index("      # a self")].count("\n") + 1
    finally:
        running.close()


@pytest.mark.parametrize("label", ["3.8", "3.12", "3.13"])
def test_a_core_tells_the_same_of_locks_and_queues(label):
    needs.found("gcore")
    running = Running(label, "plain")
    try:
        live = looked_at(running.pid)
        target = os.path.join(running.folder, "core")
        subprocess.run(["gcore", "-o", target, str(running.pid)], capture_output=True)
        with open_core(f"{target}.{running.pid}") as snapshot:
            core = decoded(snapshot)
    finally:
        running.close()
    there, here = by_name(live), by_name(core)
    assert set(there) == set(here)
    for name in ("take_job", "want_lock", "keep_lock", "wait_for_child", "MainThread"):
        assert here[name].resource.key == there[name].resource.key, name
        assert here[name].target_pid == there[name].target_pid, name
    assert {(h.tid, h.resource.key, h.proof) for h in core.waiting.holds} == {
        (h.tid, h.resource.key, h.proof) for h in live.waiting.holds
    }
