"""What fails unexpectedly costs its own part of the report, and no other.

    with contained("reading who waits for whom", warnings) as failed:
        return decode_waits(...)
    return Absent(failed.reason)

Memory, files and texts are what a broken or hostile program made of them, and decoders say so with
values (`Absent`, a stop reason). An error that nobody thought of is a bug of ours: it becomes a
warning that says what is missing for it and how to report it, and the rest goes on.

Bugs show where they are looked for: ATFAULT_DEBUG=1 prints the traceback, too, and under
ATFAULT_DEBUG=raise, as our own tests run, nothing is contained.
"""

from __future__ import annotations

import _thread
import os
import sys
import time
from types import TracebackType

from atfault import lazy
from atfault.errors import AccessError, NoProcessState, UsageError

DEBUG = "ATFAULT_DEBUG"
PRINT, RAISE = "1", "raise"
FOR_ALL = (AccessError, NoProcessState, UsageError)
"""Errors that are not about a part: what is looked at is gone, or may not be looked at."""
PLEASE_REPORT = f"please report it, with the output of the same command under {DEBUG}={PRINT}"
MAX_TOLD = 100
"""Warnings in one list, beyond which failures are not told any more."""
MAX_MESSAGE = 300
"""Characters of an error's own message."""


class TimeIsUp(BaseException):
    """The time for the whole work is used up, and this part of it is running. `seconds` of CPU
    time were given (see `cpu_deadline`). It may be raised anywhere, so it is no Exception: what
    takes any error of a library for damaged input must not take this for one.

    of_all: no part ends any more, so the whole does.
    """

    def __init__(self, seconds: float, *, of_all: bool = False) -> None:
        super().__init__(f"the {seconds:g} s of CPU time for all of it are used up")
        self.of_all = of_all


class _Running(_thread._local):
    """Of this thread: the parts that run, each within the one before."""

    def __init__(self) -> None:
        self.parts: list[contained] = []


_running = _Running()


def innermost() -> contained | None:
    """The part that an error costs which is raised now; None where it costs all."""
    return _running.parts[-1] if _running.parts else None


class contained:
    """Keeps an unexpected error in the statement's body from going further: it is a warning then.

    part: what is missing for it, as a noun: "reading the heap", "rule deadlock".
    Errors FOR_ALL, and what is no Exception, pass. Where the time is up, it was left out.
    """

    __slots__ = ("_depth", "_part", "_warnings", "is_out_of_time", "place", "reason", "since")

    def __init__(self, part: str, warnings: list[str]) -> None:
        self._part = part
        self._warnings = warnings
        self.reason = ""
        """For an `Absent`, once the body has failed; it quotes nothing of the target's."""
        self.is_out_of_time = False
        caller = sys._getframe(1)
        self.place = caller.f_code, caller.f_lineno
        """Equal for the parts of one statement, such as all threads."""
        self.since = 0.0
        """CPU time of this process, in seconds, when this part was entered, or the last one within
        it was left."""

    def __enter__(self) -> contained:
        self.since = time.process_time()
        self._depth = len(_running.parts)
        _running.parts.append(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        del _running.parts[self._depth :]
        outer = innermost()
        if outer is not None:
            outer.since = time.process_time()
        if isinstance(error, TimeIsUp):
            if error.of_all:
                return False
            self.reason, self.is_out_of_time = f"{self._part} was left out: {error}", True
            if len(self._warnings) < MAX_TOLD:
                self._warnings.append(self.reason)
            return True
        if not isinstance(error, Exception) or isinstance(error, FOR_ALL):
            return False
        debug = os.environ.get(DEBUG, "")
        if debug == RAISE:
            return False
        if debug == PRINT:
            _print(error)
        where = f" ({place_of(error)})"
        self.reason = f"{self._part} failed: {type(error).__name__}{where}"
        if len(self._warnings) < MAX_TOLD:
            told = f"{self._part} failed: {in_words(error)}{where}; {PLEASE_REPORT}"
            self._warnings.append(told)
        return True


def place_of(error: BaseException) -> str:
    """Where it was raised: "locks.py:88"."""
    place, trace = "", error.__traceback__
    while trace is not None:
        file = os.path.basename(trace.tb_frame.f_code.co_filename)
        place, trace = f"{file}:{trace.tb_lineno}", trace.tb_next
    return place


def in_words(error: BaseException) -> str:
    """Its type and message, on one line of bounded length."""
    try:
        text = str(error)[:MAX_MESSAGE]
    except Exception:  # whatever its own __str__ stumbles over
        text = ""
    return f"{type(error).__name__}: {' '.join(text.split())}".rstrip(": ")


def _print(error: BaseException) -> None:
    """The traceback, to standard error, without characters that a terminal would obey."""
    lines = "".join(lazy.load("traceback").format_exception(error))
    told = "".join(c if c.isprintable() or c == "\n" else "?" for c in lines)
    try:
        sys.stderr.write(told.encode("ascii", "backslashreplace").decode("ascii"))
    except (OSError, ValueError, AttributeError):
        pass  # nobody to tell
