"""Limits of our own work, in CPU time: a machine that is busy makes nobody's report poorer.

    deadline = CpuDeadline(20.0)            asked between steps: `deadline.passed()`

    limit_parts(20.0)                       in a process of ours that does nothing else: each part
                                            (see `contained`) that takes EXTRA once the time is up
                                            is left out; what was nearly done is not

    with limited_parts(60.0):               the same for a while, in a process that goes on

A wall clock bounds only what waits: for a file that never answers, another process, a pipe.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from atfault.contained import TimeIsUp, innermost

EXTRA = 2.0
"""Seconds that a part may still take once the time for all of them is used up."""
FEW = 4
"""Parts of one kind (such as all threads) that may be left out for it. Where there are more, what
is slow is the same in all: each FEW after that have half the time of those before, down to a SHARE
of it."""
SHARE = 1 / 32
AT_ALL = 60.0
"""Seconds after which no part ends that way: what runs then is in none."""


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


def limit_parts(seconds: float, extra: float = EXTRA, at_all: float = AT_ALL) -> None:
    """Of this process's main thread. What is in no part goes on: the report is made of what is
    known by then; `at_all` seconds later TimeIsUp ends that as well."""
    _Limit(seconds, extra, at_all).begin()


class _Limit:
    """The handler of SIGPROF, which comes when so much CPU time is used up."""

    def __init__(self, seconds: float, extra: float, at_all: float) -> None:
        self._seconds = seconds
        self._extra = extra
        self._up = time.process_time() + seconds
        self._at_all = self._up + at_all
        self._left_out: dict[object, int] = {}
        """Place of parts → how many."""

    def begin(self) -> None:
        signal.signal(signal.SIGPROF, self._on_signal)
        signal.setitimer(signal.ITIMER_PROF, self._seconds, self._extra * SHARE)

    def _on_signal(self, number: int, frame: object) -> None:
        now = time.process_time()
        if now >= self._at_all:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            raise TimeIsUp(self._seconds, of_all=True)
        part = innermost()
        if part is None:
            return
        count = self._left_out.get(part.place, 0)
        allowed = max(0.5 ** (count // FEW), SHARE) * self._extra
        if now - max(part.since, self._up) >= allowed:
            self._left_out[part.place] = count + 1
            raise TimeIsUp(self._seconds)


@contextmanager
def limited_parts(seconds: float) -> Iterator[None]:
    """Where the process has such a limit already, that holds. In a thread other than the main one,
    or where the program uses this timer itself, there is none. What is in no part is not ended."""
    if not _is_timer_free():
        yield
        return
    limit_parts(seconds, EXTRA, math.inf)
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
