"""Limits of our own work, in CPU time: a machine that is busy makes nobody's report poorer.

    deadline = CpuDeadline(20.0)            asked between steps: `deadline.passed()`

    limit_parts(20.0)                       in a process of ours that does nothing else: from then
                                            on a part (see `contained`) that runs when the time is
                                            up is left out, and so is each that takes EXTRA more

    with limited_parts(60.0):               the same for a while, in a process that goes on

A wall clock bounds only what waits: for a file that never answers, another process, a pipe.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from atfault.contained import TimeIsUp, is_in_part

EXTRA = 2.0
"""Seconds that a part may still take once the time for all of them is used up."""


class CpuDeadline:
    """So many seconds of this process's CPU time, from now."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.process_time) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end = clock() + seconds

    def passed(self) -> bool:
        return self._clock() >= self._end

    def extend(self, seconds: float) -> None:
        """So much more from now, for what is still to be done."""
        self._end = self._clock() + seconds


def limit_parts(seconds: float, extra: float = EXTRA) -> None:
    """Of this process's main thread. What is in no part goes on: the report is made of what is
    known by then."""

    def end_part(number: int, frame: object) -> None:
        if is_in_part():
            raise TimeIsUp(seconds)

    signal.signal(signal.SIGPROF, end_part)
    signal.setitimer(signal.ITIMER_PROF, seconds, extra)


@contextmanager
def limited_parts(seconds: float, extra: float = EXTRA) -> Iterator[None]:
    """Where the process has such a limit already, that holds. In a thread other than the main one,
    or where the program uses this timer itself, there is none."""
    if not _is_timer_free():
        yield
        return
    limit_parts(seconds, extra)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)


def _is_timer_free() -> bool:
    is_main = threading.current_thread() is threading.main_thread()
    return (
        is_main
        and signal.getsignal(signal.SIGPROF) is signal.SIG_DFL
        and signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    )
