"""Calls that end early when their thread is stopped (a write to a full pipe, a read that waits for
all, a semaphore of System V): `atfault attach` must not make that happen."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from atfault.analyze.live import look_into
from atfault.analyze.process import analyze_core
from atfault.model.report import Report
from atfault.options import Options
from atfault.snapshot import procfs
from atfault.snapshot.target import Target
from support.run_command import run

PYTHON = sys.executable
SIZE = 1_000_000

BLOCKED = f"""
import os, threading
def send():
    written = os.write(1, b"x" * {SIZE})
    os.write(2, b"%d" % written)
if {{thread}}:
    thread = threading.Thread(target=send, name="sender")
    thread.start()
    thread.join()
else:
    send()
"""

RECEIVES = """
import socket, sys
one, other = socket.socketpair()
one.send(b"abc")
descriptor = other.fileno()
def receive():
    {call}
    print(got, flush=True)
print("ready", flush=True)
import threading
def send():
    sys.stdin.readline()
    one.send(b"defgh")
threading.Thread(target=send).start()
receive()
"""

SEMAPHORE = """
import ctypes, struct, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
made = libc.semget(0, 1, 0o600)
def post():
    sys.stdin.readline()
    libc.semop(made, struct.pack("HhH", 0, 1, 0), 1)
threading.Thread(target=post).start()
print("ready", flush=True)
print(libc.semop(made, struct.pack("HhH", 0, -1, 0), 1), ctypes.get_errno(), flush=True)
libc.semctl(made, 0, 0)
"""

LINES = """
import sys
for number in range(600_000):
    print(number)
"""


@contextmanager
def program(source: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [PYTHON, "-c", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def writes(pid: int) -> bool:
    """Whether any thread waits in write(2)."""
    lines = [procfs.read(f"/proc/{pid}/task/{tid}/syscall") for tid in procfs.threads(pid)]
    return any(line.startswith(b"1 0x1 ") for line in lines)


def look(pid: int) -> Report:
    with Target(pid) as target:
        return look_into(target, Options(lines=False)).report


@pytest.mark.representative("attach does no harm")
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of system calls")
@pytest.mark.parametrize("thread", [True, False])
def test_a_write_to_a_full_pipe_goes_on_as_a_whole(thread: bool) -> None:
    with program(BLOCKED.format(thread=thread)) as process:
        while not writes(process.pid):
            time.sleep(0.01)
        for _ in range(3):
            report = look(process.pid)
            stacks = [[frame.function for frame in one.frames] for one in report.threads]
            assert any("send" in stack and "write" in stack for stack in stacks), stacks
            assert len(report.threads) == 1 + thread
        out, err = process.communicate(timeout=20)
        assert (len(out), err) == (SIZE, b"%d" % SIZE)


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of system calls")
def test_a_saved_core_has_the_threads_that_were_not_stopped(tmp_path: object) -> None:
    path = f"{tmp_path}/hang.core"
    with program(BLOCKED.format(thread=True)) as process:
        while not writes(process.pid):
            time.sleep(0.01)
        with Target(process.pid) as target:
            live = look_into(target, Options(lines=False), save=path).report
    again = analyze_core(path, None, Options(lines=False))
    stacks = [
        {one.tid: [frame.function for frame in one.frames] for one in report.threads}
        for report in (live, again)
    ]
    assert stacks[0] == stacks[1]
    assert len(stacks[0]) == 2


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        (RECEIVES.format(call="got = other.recv(8, socket.MSG_WAITALL)"), "b'abcdefgh'"),
        (RECEIVES.format(call="got = other.recvmsg(8, 0, socket.MSG_WAITALL)[0]"), "b'abcdefgh'"),
        (SEMAPHORE, "0 0"),
    ],
)
def test_a_call_that_a_stop_would_end_goes_on(source: str, printed: str) -> None:
    with subprocess.Popen(
        [PYTHON, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.5)
            reports = [look(process.pid) for _ in range(3)]
            out, _ = process.communicate("\n", timeout=20)
        finally:
            process.kill()
    assert out == printed + "\n"
    assert all(len(report.threads) == 2 for report in reports)


def test_a_program_that_prints_all_the_time_loses_nothing() -> None:
    with program(LINES) as process:
        received: list[bytes] = []

        def read() -> None:
            assert process.stdout is not None
            while part := os.read(process.stdout.fileno(), 8192):
                received.append(part)
                time.sleep(0.0005)

        reader = threading.Thread(target=read)
        reader.start()
        looks = 0
        while reader.is_alive() and looks < 25:
            try:
                look(process.pid)
                looks += 1
            except Exception:
                break
        reader.join()
        assert looks >= 3
        assert b"".join(received).split() == [b"%d" % number for number in range(600_000)]


def test_a_write_is_left_alone_when_a_hang_is_explained(tmp_path: object) -> None:
    source = (
        "import os, threading, time\n"
        "reader, writer = os.pipe()\n"
        "def drain():\n"
        "    time.sleep(3)\n"
        f"    left = {SIZE}\n"
        "    while left: left -= len(os.read(reader, left))\n"
        "threading.Thread(target=drain).start()\n"
        f"print(os.write(writer, bytes({SIZE})))\n"
    )
    ran = run(PYTHON, "-c", source, state=str(tmp_path), options=("--hang-after", "1"))
    assert (ran.code, ran.out) == (0, f"{SIZE}\n")
    assert len(ran.reports) == 1
