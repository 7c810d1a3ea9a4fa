"""A process held still by ptrace, and what its source says of the calls on its stacks."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from atfault.cpython.runtime import PyThread
from atfault.snapshot import ptrace
from atfault.snapshot.live import LiveSnapshot, StoppedThread, open_memory
from atfault.snapshot.protocol import Snapshot
from support.crash_core import remove
from support.interpreters import Interpreter

BUSY_PROGRAM = os.path.join(
    os.path.dirname(__file__), "..", "integration", "python_busy_program.py"
)
_WALL = 0x40000000


@contextmanager
def busy(one: Interpreter, folder: str) -> Iterator[tuple[int, list[str]]]:
    """The program whose three threads call in every way: its pid, and the lines of its source.

    Skips the test where ptrace is not allowed.
    """
    with open(BUSY_PROGRAM, encoding="utf-8") as file:
        source = file.read()
    scratch = one.scratch(folder)
    script = os.path.join(scratch, "program.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(source)
    process = subprocess.Popen(one.command(script), stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == b"ready\n"
        yield process.pid, source.split("\n")
    except PermissionError as error:
        pytest.skip(f"ptrace is not allowed here: {error}")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        if one.sysroot:
            remove(scratch)


@contextmanager
def stopped(pid: int) -> Iterator[Snapshot]:
    """The process, all of its threads held by ptrace."""
    tids = [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    held = []
    try:
        for tid in tids:
            ptrace.seize(tid)
            held.append(tid)
        for tid in held:
            ptrace.interrupt(tid)
        for tid in held:
            os.waitpid(tid, _WALL)
        threads = [StoppedThread(tid, ptrace.general_registers(tid)) for tid in sorted(held)]
        with LiveSnapshot(pid, threads, kind="live", memory_fd=open_memory(pid)) as snapshot:
            yield snapshot
    finally:
        for tid in held:
            ptrace.detach(tid)


def wrong_calls(thread: PyThread, lines: list[str]) -> list[str]:
    """Callers whose source line does not lead to the frame that is inside of them."""
    wrong = []
    frames = thread.stack.frames
    for index, callee in enumerate(frames[:-1]):
        caller = frames[index + 1]
        place = caller.location
        if os.path.basename(place.file) != "program.py":
            continue
        if place.line is None:
            wrong.append(f"{caller.code.name} has no line")
            continue
        # Before 3.11 an expression over several lines is known by one of them alone, and before
        # 3.10 __exit__ is called from the last line of its block.
        last = place.end_line or place.line + 2
        first = place.line if place.end_line else place.line - 2
        text = " ".join(lines[max(first - 1, 0) : last])
        if callee.code.name not in text:
            wrong.append(f"{caller.code.name}:{place.line} does not call {callee.code.name}")
    return wrong
