"""How far long work is, in one line on a terminal's standard error; nothing anywhere else.

    watching process 4711 ━━━━━━━━━━━━━━────── 2 s left

The line is drawn anew over itself and is gone afterwards. No thread draws it, as `stress` forks.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from atfault.report.escape import clean

MIN_SECONDS = 0.5
"""A shorter watch is over before anybody reads of it."""
MIN_BYTES = 32 << 20
"""A shorter file is read by then."""
BETWEEN = 0.1
"""Seconds between two drawings."""
WIDTH = 20
ERASE = "\r\x1b[2K"


class Line:
    """What is drawn. Erased at the end of the `with`."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._drawn = 0.0
        self._stream = sys.stderr

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._drawn:
            self._write(ERASE)

    def draw(self, done: float | None, words: str, what: str = "") -> None:
        """done: the share that is done, None where nobody knows; what: in place of what it says at
        the beginning. Calls that come too soon after another are left out, but for the last one."""
        now = time.monotonic()
        if self._drawn and now - self._drawn < BETWEEN and done != 1.0:
            return
        self._drawn = now
        parts = [what or self._what, *([] if done is None else [self._bar(done)]), words]
        width = shutil.get_terminal_size().columns - 1
        self._write(ERASE + " ".join(parts)[:width])

    def _bar(self, done: float) -> str:
        full, rest = "━─" if "utf" in (self._stream.encoding or "").lower() else "#-"
        filled = round(WIDTH * min(max(done, 0.0), 1.0))
        return full * filled + rest * (WIDTH - filled)

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            pass  # the terminal has gone away


@contextmanager
def watching(what: str, seconds: float) -> Iterator[Callable[[float], None] | None]:
    """Gives what to call, again and again, with the seconds that have passed; None where nobody
    would see it."""
    if seconds < MIN_SECONDS or not is_terminal():
        yield None
        return
    with Line(f"watching {clean(what)}") as line:

        def tick(passed: float) -> None:
            line.draw(passed / seconds, f"{max(seconds - passed, 0.0):.0f} s left")

        tick(0.0)
        yield tick


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Gives what to call with (done, in all); None where nobody would see it. It is drawn when it
    is first called."""
    if not is_terminal():
        yield None
        return
    with Line(f"checking {what}") as line:
        yield lambda done, total: line.draw(done / total if total else None, f"{done}/{total}")


class _Watched:
    """A stream that tells how far it has been read."""

    def __init__(self, stream: BinaryIO, tick: Callable[[int], None]) -> None:
        self._stream = stream
        self._tick = tick
        self._done = 0

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self._done += len(data)
        self._tick(self._done)
        return data


@contextmanager
def reading(stream: BinaryIO, what: str) -> Iterator[BinaryIO]:
    """Gives the stream to read instead, of which a long file shows how far that is, and a pipe how
    much has come."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError, AttributeError):
        yield stream
        return
    size = status.st_size if stat.S_ISREG(status.st_mode) else 0
    if not is_terminal() or (size and size < MIN_BYTES):
        yield stream
        return
    with Line(f"reading {clean(what)}") as line:

        def tick(done: int) -> None:
            if done >= MIN_BYTES or size:
                of = f"/{size / 1e6:.0f}" if size else ""
                line.draw(done / size if size else None, f"{done / 1e6:.0f}{of} MB")

        yield cast(BinaryIO, _Watched(stream, tick))


def is_terminal() -> bool:
    """Whether somebody sees standard error, on a terminal that can draw a line anew."""
    try:
        return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    except (AttributeError, ValueError):  # closed
        return False
