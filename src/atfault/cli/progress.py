"""How far a watch is, on a terminal's standard error; nothing where that goes elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from atfault.lazy import load

MIN_SECONDS = 0.5
"""A shorter watch is over before anybody reads of it."""


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
