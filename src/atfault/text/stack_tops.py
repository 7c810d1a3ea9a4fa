"""What a function at the top of a printed stack means: what its thread waits for, or died of.

The vocabulary is `stack_tops.tsv`; of a frame the first row counts that takes "function (file)", or
"> code" of a line of the program's own whose source is in the text. Columns:

kind     died, exit      what the process died of; {0} of `words` is the function
         any other word  what a thread waits for that stands there
seen     a frame that it is for: a test holds that no row above takes that
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from atfault.model.findings import Confidence
from atfault.model.given import TextFrame, TextThread
from atfault.text.patterns import searched
from atfault.text.places import is_system
from atfault.text.tables import table

MAX_TOP = 12
"""Frames of a thread in which it is looked for what it does."""
_OF_CPYTHON = re.compile(r"(?:Python|Objects|Modules|Parser|Include)/(?:\w+/)?\w+(?:\.\w+)?\.[ch]$")
"""Its own sources, as a build of it names them."""


class Top(NamedTuple):
    kind: str
    cause: str
    sure: Confidence
    pattern: re.Pattern[str]
    words: str
    seen: str


class Stood(NamedTuple):
    """A thread as it was printed."""

    thread: TextThread
    own: list[TextFrame]
    """The program's own frames, the innermost first."""
    wait: str
    """The kind of what it waits for; "" where no frame tells."""


def stood(thread: TextThread) -> Stood:
    """The frame nearest to the program's own says most: a queue's get() waits for a condition, and
    that takes a lock."""
    own, wait = own_frames(thread), ""
    for frame in thread.frames[:MAX_TOP]:
        if frame in own:
            wait = wait or _kind(f"> {frame.code}")
            break
        wait = _kind(_shown(frame)) or wait
    return Stood(thread, own, wait)


def died_of(frames: Sequence[TextFrame], kind: str = "died") -> tuple[str, str, Confidence] | None:
    """(cause, summary, confidence) that the innermost frames tell; None where they do not."""
    for frame in frames[:MAX_TOP]:
        row = top_of(_shown(frame))
        if row is not None and row.kind == kind:
            return row.cause, row.words.format(frame.function), row.sure
    return None


def own_frames(thread: TextThread) -> list[TextFrame]:
    """Those in files of the program, which neither the system nor Python has brought."""
    return [
        one for one in thread.frames
        if one.row and (not is_system(one.file) or _is_of_opt(one.file))
        and not one.file.startswith("<")
        and not one.file.startswith(("../", "./")) and "/lib/python" not in one.file
        and not _OF_CPYTHON.match(one.file)
        and re.split(r"[/.]", one.file)[0] not in sys.stdlib_module_names  # as py-spy cuts them
    ]  # fmt: skip


def _is_of_opt(file: str) -> bool:
    """Whether it is a program's own Python file in /opt, where others have only libraries."""
    return file.startswith("/opt/") and file.endswith(".py") and "-packages/" not in file


def _shown(frame: TextFrame) -> str:
    return f"{frame.function} ({frame.file or frame.module})"


def _kind(text: str) -> str:
    row = top_of(text)
    return "" if row is None or row.cause else row.kind


def top_of(text: str) -> Top | None:
    """The row that takes a frame."""
    return next((row for row in tops() if row.pattern.search(text)), None)


@cache
def tops() -> tuple[Top, ...]:
    rows = table("stack_tops.tsv")
    return tuple(
        Top(**{**one, "pattern": searched(one["pattern"])})  # type: ignore[arg-type]
        for one in rows
    )
