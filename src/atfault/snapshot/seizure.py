"""All threads of a process, seized with ptrace: stopped together, and let go together."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Iterable

from atfault.arch import of_this_machine
from atfault.arch.base import Architecture
from atfault.errors import AccessError
from atfault.snapshot import procfs, ptrace
from atfault.snapshot.target import reads_closed, thread_in_kernel, would_be_cut_short
from atfault.snapshot.tracing.stopping import STOPPED, take_up

_MAX_ROUNDS = 1000
_A_STOP = 2e-6
"""Seconds a thread takes to stop. They need a processor for it: ours, too, so it is left to them at
first, and not taken back at every single stop (of 112 threads: 0.7 ms less)."""
_REGSET_ROOM = 512
_LOOK = ptrace.WALL | os.WNOHANG
_OPTION_CLONE = ptrace.OPTION_CLONE
_request = ptrace.resume
"""The entry without checks of errno: a failure means that the thread is gone."""
STOP_SECONDS = 0.5
"""How long threads may take to stop. One that slipped into a device driver's wait never does."""


class Seizure:
    """The threads of a process, seized by us: stopped together, and let go together."""

    def __init__(self, pid: int, arch: Architecture | None = None, only: int = 0) -> None:
        """arch: leave threads alone whose call would end early, or read what was closed. only: one
        thread, in place of all.

        Raises AccessError when the system refuses.
        """
        self.pid = pid
        self._arch = arch
        self.states: dict[int, str] = {}
        """Thread → R, S, T… as it was when seized."""
        self.asleep: list[int] = []
        """Threads that are left alone."""
        self.statuses: dict[int, int] = {}
        """Stopped threads → their waitpid status."""
        self._pending: list[int] = []
        self._interrupted = False
        self._registers: dict[int, bytes] = {}
        self._read = RegisterReader()
        self._on_stop: Callable[[int, bytes], None] = lambda tid, registers: None
        try:
            if only:
                self._seize(only)
            else:
                self._seize_all()
        except BaseException:
            self.release()
            raise
        if not self.states and not self.asleep:
            raise AccessError(f"process {pid} has just ended")

    def _seize_all(self) -> None:
        """Until a look at the list of threads brings no new one: from then on the kernel seizes
        what a seized thread starts."""
        known: set[int] = set()
        for _ in range(_MAX_ROUNDS):
            fresh = [tid for tid in procfs.threads(self.pid) if tid not in known]
            if not fresh:
                return
            for tid in fresh:
                known.add(tid)
                self._seize(tid)

    def _seize(self, tid: int) -> None:
        found = procfs.stat(self.pid, tid)
        if found is None or found.is_over:
            return
        if is_left_alone(self.pid, tid, found.state, self._arch):
            self.asleep.append(tid)
            return
        try:
            ptrace.seize(tid, _OPTION_CLONE)
        except ProcessLookupError:
            return
        except AccessError:
            now = procfs.stat(self.pid, tid)
            if now is None or now.is_over:
                return
            if procfs.tracer_of(tid) != os.getpid():
                raise
            # Started meanwhile by a thread of ours: the kernel has seized it.
        self.states[tid] = found.state
        self._pending.append(tid)

    def stop(self, on_stop: Callable[[int, bytes], None] = lambda tid, registers: None) -> None:
        """Returns when all are stopped, or STOP_SECONDS have passed.

        on_stop(tid, registers): is called for each thread that has stopped, while others still do.
        """
        request, interrupt = _request, ptrace.PTRACE_INTERRUPT
        self._interrupted = True
        self._on_stop = on_stop
        for tid in self._pending:
            request(interrupt, tid, 0, 0)
        time.sleep(len(self._pending) * _A_STOP)
        self._wait(STOP_SECONDS)

    def _wait(self, seconds: float) -> None:
        self._pending = take_up(self._pending, self._collect, seconds)

    def _collect(self, tid: int) -> bool:
        """Whether the thread has stopped, or ended."""
        try:
            got, status = os.waitpid(tid, _LOOK)
        except ChildProcessError:
            return True
        if not got:
            return False
        if status & 0xFF == STOPPED:
            self.statuses[tid] = status
            if status >> 16 == ptrace.EVENT_CLONE:
                self._take_new(tid)
            registers = self._read(tid)
            if registers is not None:
                self._registers[tid] = registers
                self._on_stop(tid, registers)
        return True

    def _take_new(self, tid: int) -> None:
        """`tid` was stopped while it started a thread, which begins its life stopped."""
        try:
            new = ptrace.event_message(tid)
        except OSError:
            return
        if new not in self.states:
            self.states[new] = "R"
            self._pending.append(new)

    def registers(self) -> dict[int, bytes]:
        """Stopped thread → its general registers, as the kernel lays them out; those that were
        killed meanwhile are left out."""
        return self._registers

    def floating(self, tids: Iterable[int]) -> dict[int, bytes]:
        """Thread → its floating-point registers, of those that are stopped."""
        return read_floating(tid for tid in tids if tid in self.statuses)

    @property
    def running(self) -> tuple[int, ...]:
        """Threads that did not stop in time."""
        return tuple(self._pending)

    def release(self) -> None:
        """Let every thread go. A thread that did not stop is let go when it does, up to
        STOP_SECONDS; should it take longer, the kernel does so when we end. May be called twice."""
        self.let_go()
        if not self._pending:
            return
        if not self._interrupted:
            self.stop()
        else:
            self._wait(STOP_SECONDS)
        self.let_go()

    def let_go(self) -> None:
        """Let those go that have stopped."""
        request, detach = _request, ptrace.PTRACE_DETACH
        for tid, status in self.statuses.items():
            # A signal that was about to be delivered is delivered; an event carries none.
            request(detach, tid, 0, 0 if status >> 16 else status >> 8 & 0xFF)
        self.statuses.clear()


def is_left_alone(pid: int, tid: int, state: str, arch: Architecture | None) -> bool:
    """Whether a thread in that state cannot, or must not be stopped. arch: None to disturb those
    whose call that would end, too."""
    if state != "S" or arch is None:
        return state == "D"
    thread = thread_in_kernel(pid, tid, arch)
    return would_be_cut_short(thread, arch) or reads_closed(pid, thread, arch)


class RegisterReader:
    """Reads the general registers of stopped threads, as `ptrace.general_registers` does."""

    def __init__(self) -> None:
        buffer = ctypes.create_string_buffer(_REGSET_ROOM)
        self._view = memoryview(buffer)
        self._vector = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), _REGSET_ROOM)
        self._where = ctypes.addressof(self._vector)
        arch = of_this_machine()
        self._arch = arch if arch.register_sets else None

    def __call__(self, tid: int) -> bytes | None:
        """None when the thread was killed meanwhile."""
        vector = self._vector
        vector[1] = _REGSET_ROOM
        if _request(ptrace.PTRACE_GETREGSET, tid, ptrace.NT_PRSTATUS, self._where) != 0:
            return None
        general = self._view[: vector[1]].tobytes()
        if self._arch is None:
            return general
        return ptrace.with_further_sets(tid, general, self._arch)


def read_registers(tids: Iterable[int]) -> dict[int, bytes]:
    """Stopped thread → its general registers; those that were killed meanwhile are left out."""
    read = RegisterReader()
    found = {tid: read(tid) for tid in tids}
    return {tid: registers for tid, registers in found.items() if registers is not None}


def read_floating(tids: Iterable[int]) -> dict[int, bytes]:
    """Stopped thread → its floating-point registers; those that were killed meanwhile are left
    out."""
    found: dict[int, bytes] = {}
    for tid in tids:
        try:
            found[tid] = ptrace.floating_registers(tid)
        except OSError:
            continue
    return found
