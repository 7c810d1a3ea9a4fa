"""Stopping the threads of a process that the tracer traces already, and letting them go.

interrupt every thread, collect the stops, look again for new threads, until there are none
"""

from __future__ import annotations

import os
import signal
import time

from atfault.snapshot import procfs, ptrace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

STOP_SECONDS = 0.2
"""How long threads may take to stop; one in a device driver's wait never does."""
STOPPED = 0x7F
"""The low byte of a waitpid status of a stop."""
_STEP = 0.0002


class Stopped:
    """Threads of a process that stay stopped until one of the two ways to let them go."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.statuses: dict[int, int] = {}
        """Stopped thread → its waitpid status."""
        self.slow: list[int] = []
        """Threads that did not stop in time. They go on by themselves when they do."""
        self.ends: list[tuple[int, int]] = []
        """(thread, waitpid status) of those that ended meanwhile."""

    def release(self) -> None:
        """Resume every thread; signals on their way are delivered."""
        for tid, status in self.statuses.items():
            if status >> 16:
                resume_event(tid, status)
            else:
                ptrace.resume(ptrace.PTRACE_CONT, tid, 0, status >> 8 & 0xFF)
        self.statuses = {}

    def hand_back(self, on_stop: Callable[[int, int], None]) -> None:
        """Resume every thread, by dealing with its stop as if it had only now been reported."""
        statuses, self.statuses = self.statuses, {}
        for tid, status in statuses.items():
            on_stop(tid, status)


def stop_threads(
    found: Stopped, leave: Iterable[int], on_event: Callable[[int, int], None]
) -> None:
    """Stop the threads of `found.pid` but those in `leave`, and note them in `found`.

    on_event(tid, event) is called for a thread that was stopped by an event.
    Returns when all have stopped, or after STOP_SECONDS.
    """
    known = set(leave)
    pending: set[int] = set()
    deadline = time.monotonic() + STOP_SECONDS
    while True:
        for tid in procfs.threads(found.pid):
            if tid not in known:
                known.add(tid)
                try:
                    ptrace.interrupt(tid)
                    pending.add(tid)
                except OSError:
                    continue
        if not pending:
            return
        if not _collect(found, pending, on_event):
            if time.monotonic() > deadline:
                found.slow = sorted(pending)
                return
            time.sleep(_STEP)


def _collect(found: Stopped, pending: set[int], on_event: Callable[[int, int], None]) -> bool:
    """Whether any thread was taken off the list."""
    before = len(pending)
    for tid in tuple(pending):
        try:
            got, status = os.waitpid(tid, ptrace.WALL | os.WNOHANG)
        except ChildProcessError:
            pending.discard(tid)
            continue
        if not got:
            continue
        pending.discard(tid)
        if status & 0xFF == STOPPED:
            found.statuses[tid] = status
            if status >> 16:
                on_event(tid, status >> 16)
        else:
            found.ends.append((tid, status))
    return len(pending) < before


def resume_event(tid: int, status: int) -> None:
    """After a group-stop (Ctrl-Z) a thread must be left stopped, yet able to hear SIGCONT."""
    stays = status >> 16 == ptrace.EVENT_STOP and status >> 8 & 0xFF != signal.SIGTRAP
    ptrace.resume(ptrace.PTRACE_LISTEN if stays else ptrace.PTRACE_CONT, tid, 0, 0)


def slow_in_words(slow: Iterable[int]) -> list[str]:
    """A warning, or nothing."""
    names = ", ".join([str(tid) for tid in slow][:8])
    return [f"threads that did not stop in time are left out: {names}"] if names else []
