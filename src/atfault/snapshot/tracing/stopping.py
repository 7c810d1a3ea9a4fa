"""Stopping the threads of a process that the tracer traces already, and letting them go.

interrupt every thread, collect the stops, look again for new threads, until there are none
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable

from atfault.snapshot import procfs, ptrace

STOP_SECONDS = 0.2
"""How long threads may take to stop; one in a device driver's wait never does."""
STOPPED = 0x7F
"""The low byte of a waitpid status of a stop."""
_STEP = 0.001
_LOOK = ptrace.WALL | os.WNOHANG


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

    def take(tid: int) -> bool:
        try:
            got, status = os.waitpid(tid, _LOOK)
        except ChildProcessError:
            return True
        if not got:
            return False
        if status & 0xFF == STOPPED:
            found.statuses[tid] = status
            if status >> 16:
                on_event(tid, status >> 16)
        else:
            found.ends.append((tid, status))
        return True

    known = set(leave)
    while fresh := [tid for tid in procfs.threads(found.pid) if tid not in known]:
        known.update(fresh)
        found.slow += take_up([tid for tid in fresh if _interrupt(tid)], take, STOP_SECONDS)
        if found.slow:
            return


def detach_all(pid: int, on_event: Callable[[int, int], None]) -> list[tuple[int, int]] | None:
    """Let the threads of a running process go for good, each with the signal that it was about to
    get; those that have ended meanwhile, with their statuses. None, and all are traced as before,
    when one of them does not stop. on_event as above."""
    found = Stopped(pid)
    stop_threads(found, (), on_event)
    if found.slow:
        found.release()
        return None
    for tid, status in found.statuses.items():
        try:
            ptrace.detach(tid, 0 if status >> 16 else status >> 8 & 0xFF)
        except OSError:
            continue  # it was killed meanwhile
    return found.ends


def _interrupt(tid: int) -> bool:
    try:
        ptrace.interrupt(tid)
    except OSError:
        return False
    return True


def take_up(pending: list[int], take: Callable[[int], bool], seconds: float) -> list[int]:
    """Take up the stops of threads in their order; those that have not come in time.

    take(tid) says whether the thread has stopped or ended, without waiting, and may add threads to
    `pending`. Between two looks at the same thread SIGCHLD is waited for.
    """
    deadline = time.monotonic() + seconds
    child = (signal.SIGCHLD,)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, child)
    at = 0
    try:
        while at < len(pending):
            if take(pending[at]):
                at += 1
            elif time.monotonic() > deadline:
                break
            else:
                signal.sigtimedwait(child, _STEP)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    left = []
    while at < len(pending):
        if not take(pending[at]):
            left.append(pending[at])
        at += 1
    return left


def resume_event(tid: int, status: int) -> None:
    """After a group-stop (Ctrl-Z) a thread must be left stopped, yet able to hear SIGCONT."""
    stays = status >> 16 == ptrace.EVENT_STOP and status >> 8 & 0xFF != signal.SIGTRAP
    ptrace.resume(ptrace.PTRACE_LISTEN if stays else ptrace.PTRACE_CONT, tid, 0, 0)


def slow_in_words(slow: Iterable[int]) -> list[str]:
    """A warning, or nothing."""
    names = ", ".join([str(tid) for tid in slow][:8])
    return [f"threads that did not stop in time are left out: {names}"] if names else []
