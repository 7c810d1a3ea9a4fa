"""Pauses that the tracer makes on behalf of a helper, which may not trace by itself.

A process has one tracer, so a helper that wants a consistent copy of one has to ask. It lets the
tracer trace itself too (PTRACE_TRACEME), and asks by a signal to itself, which stops it:

    helper                                     tracer
    request → shared file, raise SIGUSR1 ────► its wait loop reports the helper's stop
    (stopped)                                  stop the threads, read their registers
    registers ◄─ shared file ───────────────── answer → shared file, let the helper go on
    copy memory                                goes on serving events of everybody else
    request "go", raise SIGUSR1 ─────────────► let the threads go

So the tracer needs no thread, no timer and no second thing to wait for, and the end of the helper,
in whatever way, comes through the same loop, which then lets the threads go.
"""

from __future__ import annotations

import marshal
import os
import signal
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

from atfault.arch.base import Architecture
from atfault.errors import AccessError
from atfault.snapshot import procfs, ptrace
from atfault.snapshot.live import open_memory
from atfault.snapshot.seizure import Seizure, is_left_alone
from atfault.snapshot.stopper import Stopper

STOP, FLOATING, GO, OPEN = "stop", "floating", "go", "open"
EXPLAINING, WATCHING, ENDING = "explain", "watch", "end"
BUSY = "busy"
"""The answer when somebody else has stopped the process."""
ASK = signal.SIGUSR1
_MAX_MESSAGE = 1 << 26
_PATIENCE = 2.0
_RETRY = 0.02


class Lender:
    """The helper's side. Make it before forking, on both sides of which it is used."""

    def __init__(self) -> None:
        """Raises OSError."""
        self.fd = os.memfd_create("atfault-requests")
        self._ends: tuple[socket.socket, socket.socket] | None = None
        if procfs.yama_scope():
            self._ends = socket.socketpair()

    def close(self) -> None:
        """Raises OSError."""
        os.close(self.fd)
        for end in self._ends or ():
            end.close()

    def begin(self) -> None:
        """In the helper: be traced by the tracer. Raises OSError."""
        ptrace.trace_me()

    def ask(self, operation: str, pid: int = 0, tids: tuple[int, ...] = ()) -> Any:
        """The tracer's answer. tids: that are left alone, or asked for. Raises OSError."""
        put(self.fd, (operation, pid, tids))
        signal.raise_signal(ASK)
        return get(self.fd)

    # What a Target wants

    def open_memory(self, pid: int) -> int:
        """A descriptor of /proc/PID/mem: where only a tracer may open it (Yama), the tracer's.

        Raises AccessError.
        """
        try:
            return open_memory(pid)
        except AccessError:
            if self._ends is None or not self.ask(OPEN, pid):
                raise
            _, fds, _, _ = socket.recv_fds(self._ends[1], 16, 1)
            if not fds:
                raise
            return fds[0]

    def hand_over(self, pid: int) -> bool:
        """By the tracer: open what `open_memory` asks for. Raises OSError."""
        if self._ends is None:
            return False
        try:
            fd = open_memory(pid)
        except AccessError:
            return False
        try:
            socket.send_fds(self._ends[0], [b"."], [fd])
        finally:
            os.close(fd)
        return True

    def seize(self, pid: int, arch: Architecture | None = None, only: int = 0) -> Stopper:
        """As the constructor of `seizure.Seizure`. Raises AccessError."""
        if procfs.tracer_of(pid) == os.getppid():
            return LentSeizure(self, pid, arch, only)
        return Seizure(pid, arch, only)


class LentSeizure:
    """As `seizure.Seizure`, through the tracer."""

    def __init__(self, lender: Lender, pid: int, arch: Architecture | None, only: int = 0) -> None:
        self._lender = lender
        self.pid = pid
        self.states: dict[int, str] = {}
        self.asleep: list[int] = []
        self.running: tuple[int, ...] = ()
        self._registers: dict[int, bytes] = {}
        self._is_stopped = False
        for tid in procfs.threads(pid):
            found = procfs.stat(pid, tid)
            if found is None or found.is_over:
                continue
            if only not in (0, tid) or is_left_alone(pid, tid, found.state, arch):
                self.asleep.append(tid)
            else:
                self.states[tid] = "T" if found.state == "t" else found.state

    def stop(self, on_stop: Callable[[int, bytes], None] = lambda tid, registers: None) -> None:
        """As `seizure.Seizure.stop`. Raises AccessError."""
        deadline = time.monotonic() + _PATIENCE
        while (answer := self._lender.ask(STOP, self.pid, tuple(self.asleep))) == BUSY:
            if time.monotonic() > deadline:
                raise AccessError(f"process {self.pid} is being looked at by somebody else")
            time.sleep(_RETRY)
        if answer is None:
            raise AccessError(f"process {self.pid} is about to end")
        self._is_stopped = True
        self._registers, self.running = answer
        for tid, registers in self._registers.items():
            on_stop(tid, registers)

    def registers(self) -> dict[int, bytes]:
        """Thread → its general registers, as the kernel lays them out."""
        return self._registers

    def floating(self, tids: Iterable[int]) -> dict[int, bytes]:
        """As `seizure.Seizure.floating`."""
        wanted = tuple([tid for tid in tids if tid in self._registers])
        found: dict[int, bytes] = self._lender.ask(FLOATING, self.pid, wanted) if wanted else {}
        return found

    def let_go(self) -> None:
        """Raises AccessError when the process did not stay stopped."""
        if self._is_stopped:
            self._is_stopped = False
            if not self._lender.ask(GO, self.pid):
                raise AccessError(f"process {self.pid} was ended while it was looked at")

    def release(self) -> None:
        """Let every thread go. May be called twice."""
        if self._is_stopped:
            self._is_stopped = False
            self._lender.ask(GO, self.pid)


def put(fd: int, message: Any) -> None:
    """Leave a message for the other side. Raises OSError."""
    content = marshal.dumps(message)
    os.ftruncate(fd, 0)
    os.pwrite(fd, content, 0)


def get(fd: int) -> Any:
    """What the other side left. Raises OSError, ValueError."""
    return marshal.loads(os.pread(fd, _MAX_MESSAGE, 0))
