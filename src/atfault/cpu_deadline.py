"""Limits of our own work, in CPU time: a machine that is busy makes nobody's report poorer.

    deadline = CpuDeadline(20.0)            asked between steps: `deadline.passed()`

    limit_parts(20.0)                       in a process of ours that does nothing else: from then
                                            on a part (see `contained`) that runs when the time is
                                            up is left out, and so is each that takes EXTRA more

A wall clock bounds only what waits: for a file that never answers, another process, a pipe.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

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
