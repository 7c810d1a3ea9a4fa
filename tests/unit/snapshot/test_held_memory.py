"""Memory of a running process, of which looks at single threads are of one moment each."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from atfault.errors import MemoryFault
from atfault.snapshot import procfs, ptrace
from atfault.snapshot.held_memory import MAX_STOPS, HeldMemory
from atfault.snapshot.target import Target

PAIR = """
import ctypes, signal
both = (ctypes.c_uint64 * 1024)()  # in two pages: the first is always counted before the other
def count(*_):
    both[1] += 1
signal.signal(signal.SIGUSR1, count)
print(ctypes.addressof(both), flush=True)
at = 0
while True:
    at += 1
    both[0] = at
    both[1023] = at
"""


@pytest.fixture
def counting() -> Iterator[tuple[subprocess.Popen[str], Target, int]]:
    with subprocess.Popen(
        [sys.executable, "-c", PAIR], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        address = int(program.stdout.readline())
        with Target(program.pid) as target:
            yield program, target, address
        program.kill()


def pair(memory: HeldMemory, address: int) -> tuple[int, int]:
    first = int.from_bytes(memory.read(address, 8), "little")
    time.sleep(0.002)
    return first, int.from_bytes(memory.read(address + 8 * 1023, 8), "little")


def test_what_is_known_is_read_of_one_moment(counting):
    program, target, address = counting
    memory = HeldMemory(target)
    memory.may_stop = True
    memory.hold(program.pid)
    pair(memory, address)
    assert not memory.is_whole  # its pages were not known
    for _ in range(MAX_STOPS - 1):
        assert memory.may_stop
        memory.hold(program.pid)
        first, second = pair(memory, address)
        assert memory.is_whole
        assert first - second in (0, 1)
    assert not memory.may_stop
    assert memory.stops == MAX_STOPS
    assert memory.seconds < 0.2
    assert procfs.tracer_of(program.pid) == 0


def test_signals_that_come_meanwhile_are_delivered(counting):
    program, target, address = counting
    memory = HeldMemory(target)
    for count in range(1, 21):
        memory.may_stop = True
        os.kill(program.pid, signal.SIGUSR1)
        memory.hold(program.pid)
        deadline = time.monotonic() + 30
        while int.from_bytes(os.pread(target.memory_fd, 8, address + 8), "little") < count:
            assert time.monotonic() < deadline
            time.sleep(0.001)


def test_one_that_is_traced_by_another_is_not_stopped(counting):
    program, target, address = counting
    tracer = os.fork()
    if tracer == 0:
        ptrace.seize(program.pid)
        time.sleep(60)
        os._exit(0)
    try:
        while procfs.tracer_of(program.pid) != tracer:
            time.sleep(0.01)
        memory = HeldMemory(target)
        memory.may_stop = True
        memory.hold(program.pid)
        assert not memory.may_stop
        assert not memory.stops
        pair(memory, address)
        assert memory.is_whole
    finally:
        os.kill(tracer, signal.SIGKILL)
        os.waitpid(tracer, 0)


def test_whoever_is_killed_while_it_holds_a_thread_lets_it_go(counting):
    program, target, address = counting
    holder = os.fork()
    if holder == 0:
        memory = HeldMemory(target)
        memory.may_stop = True
        memory.prefetch = lambda ranges: time.sleep(60)  # type: ignore[method-assign]
        memory.hold(program.pid)
        os._exit(0)
    while (found := procfs.stat(program.pid)) is None or found.state != "t":
        time.sleep(0.001)
    os.kill(holder, signal.SIGKILL)
    os.waitpid(holder, 0)
    now = pair(HeldMemory(target), address)[0]
    time.sleep(0.2)
    assert pair(HeldMemory(target), address)[0] > now


def test_what_is_allocated_later_is_read_once_it_is_mapped_anew():
    script = "import ctypes, sys\nsys.stdin.readline()\nheld = (ctypes.c_char * (1 << 24))()\n"
    script += "held[:3] = b'new'\nprint(ctypes.addressof(held), flush=True)\nsys.stdin.readline()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", script], text=True, **pipes) as program:
        with Target(program.pid) as target:
            memory = HeldMemory(target)
            program.stdin.write("\n")
            program.stdin.flush()
            address = int(program.stdout.readline())
            with pytest.raises(MemoryFault):
                memory.read(address, 3)
            memory.map_anew()
            assert memory.read(address, 3) == b"new"
        program.kill()
