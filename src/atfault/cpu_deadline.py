"""A limit of processor time for pieces of work, which ends one wherever it is.

    with CpuDeadline() as deadline:
        if not deadline.within(10.0, work):
            …                               # it was left, and what it had begun is lost

Processor time of the thread that works, so that a busy machine changes nothing. A second thread
looks now and then how much was used, and raises an exception in the working one: that holds in any
thread of any program, and needs no signal, no timer and no check in the work itself. A call of C
code is left as it returns. Where no thread can be started, there is no limit.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType

from atfault import lazy

LOOKS = 0.25
"""Seconds between two looks, at least."""


class OutOfTime(BaseException):
    """Raised in the work. No `Exception`, so that what contains errors lets it pass."""


class CpuDeadline:
    """Of the thread that makes it."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread)
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._end: float | None = None
        """Of the work that runs, by the clock; None while none does, and once it was told."""
        self._is_raised = False
        self._is_watched = False

    def __enter__(self) -> CpuDeadline:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()

    def used(self) -> float:
        """Seconds of processor time of the thread, since it began."""
        return time.clock_gettime(self._clock)

    def within(self, seconds: float, work: Callable[[], object]) -> bool:
        """Whether the work came to its end in so many seconds. Raises what it raises."""
        try:
            try:
                self._begin(seconds)
                work()
            finally:
                self._finish()
        except OutOfTime:
            self._finish()  # it may have come while the first one ran
            return False
        return True

    def _begin(self, seconds: float) -> None:
        self._is_raised = False
        self._end = self.used() + seconds
        if not self._is_watched:
            self._is_watched = True
            try:
                threading.Thread(target=self._watch, name="atfault-deadline", daemon=True).start()
            except RuntimeError:
                pass  # the user may have no more threads

    def _finish(self) -> None:
        """After this nothing is raised any more."""
        with self._lock:
            self._end = None
        if self._is_raised:
            self._raise(None)  # what has not come yet does not come

    def _watch(self) -> None:
        while not self._ended.wait(LOOKS):
            with self._lock:
                if self._end is not None and time.clock_gettime(self._clock) >= self._end:
                    self._end, self._is_raised = None, True
                    self._raise(OutOfTime)

    def _raise(self, kind: type[OutOfTime] | None) -> None:
        ctypes = lazy.load("ctypes")
        exception = None if kind is None else ctypes.py_object(kind)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), exception)
