"""Processes that the tracer forks beside the program, so that its loop never waits for anything.

A helper ends with the tracer. It may have a time limit: SIGALRM kills those that are late, and
their end then comes through the loop like any other.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from atfault.snapshot import ptrace

MAX_RESULT = 1 << 28
"""Bytes of what a helper leaves."""
FRONT_IS_GONE = signal.SIGUSR2
"""What the tracer gets from the kernel when the front ends before it."""


class Helpers:
    """The helpers that run at this time."""

    def __init__(self) -> None:
        self.running: dict[int, Callable[[int], None]] = {}
        """Helper → what to do when it ends."""
        self._deadlines: dict[int, float] = {}
        self._background: set[int] = set()
        signal.signal(signal.SIGALRM, self._end_overdue)

    def start(
        self,
        work: Callable[[], int],
        on_end: Callable[[int], None] = lambda status: None,
        seconds: float | None = None,
    ) -> int:
        """Fork a helper that exits with what `work` returns; its pid.

        on_end(waitpid status) is called in the tracer. seconds: its time limit. Raises OSError.
        """
        tracer = os.getpid()
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                ptrace.die_with_parent()
                if os.getppid() == tracer:
                    code = work()
            finally:
                os._exit(code)
        self.running[pid] = on_end
        if seconds is not None:
            self.limit(pid, seconds)
        return pid

    def limit(self, pid: int, seconds: float | None) -> None:
        """End the helper after so many seconds from now; None: let it take its time."""
        if seconds is None:
            self._deadlines.pop(pid, None)
        else:
            self._deadlines[pid] = time.monotonic() + seconds
        self._arm()

    def in_background(self, pid: int, yes: bool) -> None:
        """Whether the helper is of no more use once the program has ended."""
        if yes:
            self._background.add(pid)
        else:
            self._background.discard(pid)

    def has_ended(self, pid: int, status: int) -> bool:
        """False when `pid` is no helper; otherwise it is dealt with."""
        on_end = self.running.pop(pid, None)
        if on_end is None:
            return False
        self._background.discard(pid)
        self._deadlines.pop(pid, None)
        on_end(status)
        return True

    def is_awaited(self) -> bool:
        """Whether any helper is to finish what it does, whatever becomes of the program."""
        return len(self.running) > len(self._background)

    def _arm(self) -> None:
        if self._deadlines:
            left = max(min(self._deadlines.values()) - time.monotonic(), 0.001)
            signal.setitimer(signal.ITIMER_REAL, left)

    def _end_overdue(self, *_: object) -> None:
        """SIGALRM. Only kills, and forgets the limit."""
        now = time.monotonic()
        for pid in [pid for pid, deadline in self._deadlines.items() if deadline <= now]:
            del self._deadlines[pid]
            os.kill(pid, signal.SIGKILL)
        self._arm()


def write_all(fd: int, content: bytes) -> None:
    """Raises OSError."""
    view = memoryview(content)
    while view:
        view = view[os.write(fd, view) :]


def taken_result(fd: int) -> bytes | None:
    """What a helper has left in a file, which is closed; None where that is too much to be read."""
    size = os.fstat(fd).st_size
    content = None if size > MAX_RESULT else os.pread(fd, size, 0)
    os.close(fd)
    return content
