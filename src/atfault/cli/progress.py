"""How far a watch is, on a terminal's standard error; nothing where that goes elsewhere."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from atfault.lazy import load
from atfault.report.escape import clean

MIN_SECONDS = 0.5
"""A shorter watch is over before anybody reads of it."""
MIN_BYTES = 32 << 20
"""A shorter file is read by then."""


@contextmanager
def watching(what: str, seconds: float) -> Iterator[Callable[[float], None] | None]:
    """Gives what to call, again and again, with the seconds that have passed; None where nobody
    would see it. What it draws is gone afterwards."""
    if seconds < MIN_SECONDS or not _is_terminal():
        yield None
        return
    rich = load("rich.progress")
    with _bar(rich.TextColumn("{task.fields[left]:.0f} s left", markup=False)) as progress:
        task = progress.add_task(f"watching {what}", total=seconds, left=seconds)

        def tick(passed: float) -> None:
            progress.update(task, completed=min(passed, seconds), left=max(seconds - passed, 0.0))
            progress.refresh()

        tick(0.0)
        yield tick


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Gives what to call with (done, in all); None where nobody would see it. It is drawn when it
    is first called, and gone afterwards."""
    if not _is_terminal():
        yield None
        return
    with _bar(load("rich.progress").MofNCompleteColumn()) as progress:
        task = progress.add_task(f"checking {what}", total=None, visible=False)

        def tick(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, visible=True)
            progress.refresh()

        yield tick


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
    much has come. What it draws is gone afterwards."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError, AttributeError):
        yield stream
        return
    size = status.st_size if stat.S_ISREG(status.st_mode) else 0
    if not _is_terminal() or (size and size < MIN_BYTES):
        yield stream
        return
    with _bar(load("rich.progress").DownloadColumn()) as progress:
        task = progress.add_task(f"reading {clean(what)}", total=size or None, visible=False)

        def tick(done: int) -> None:
            progress.update(task, completed=done, visible=done >= MIN_BYTES or bool(size))
            progress.refresh()

        yield cast(BinaryIO, _Watched(stream, tick))


def _bar(last: Any) -> Any:
    """rich's progress: what is done, a bar, and the column `last`."""
    rich = load("rich.progress")
    columns = (rich.TextColumn("{task.description}", markup=False), rich.BarColumn(bar_width=20))
    console = load("rich.console").Console(stderr=True)
    return rich.Progress(*columns, last, console=console, auto_refresh=False, transient=True)


def _is_terminal() -> bool:
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # closed
        return False
