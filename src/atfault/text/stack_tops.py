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
_OF_LIBRARIES = re.compile(
    r"\.{1,2}/(?:\.\./){0,6}(?:sysdeps|nptl|csu|stdlib|malloc|elf|io|libio|misc|string|time|posix|signal"
    r"|debug|dlfcn|socket|support|libstdc\+\+-v3|libgcc|gcc|Objects|Python|Modules|Parser)/"
)
"""Sources of the C library, the compiler's, and Python, as their builds name them."""
_OF_JAVA = re.compile(r"(?:javax?|jdk|sun|scala|kotlinx?|org\.(?:apache|springframework))\.")
"""Classes of Java's own, and of what most programs run in."""
_RESERVED = re.compile(r"__|_[A-Z]|_start\b")


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
    """(cause, summary, confidence) that the innermost frames tell; None where they do not. The
    table's first row of several counts: who was destroyed says more than how the process ended."""
    found = [
        (tops().index(row), row.cause, row.words.format(frame.function), row.sure)
        for frame in frames[:MAX_TOP]
        if (row := top_of(_shown(frame))) is not None and row.kind == kind
    ]
    return min(found)[1:] if found else None


def own_frames(thread: TextThread) -> list[TextFrame]:
    """Those in files of the program, which neither the system nor Python has brought."""
    return [
        one for one in thread.frames
        if one.row and one.file and (not is_system(one.file) or _is_of_opt(one.file))
        and not one.file.startswith("<")
        and not _OF_LIBRARIES.match(one.file) and "/lib/python" not in one.file
        and not _OF_CPYTHON.match(one.file) and not _is_reserved(one)
        and not _is_of_package(one.file) and not _OF_JAVA.match(one.function)
    ]  # fmt: skip


def _is_of_package(file: str) -> bool:
    """Whether it is a module of Python's, or of a package, as py-spy cuts their paths:
    torch/cuda/streams.py. A relative path of the program's own begins as any may."""
    first = re.split(r"[/\\.]", file)[0]
    return first in sys.stdlib_module_names or (
        first in packages() and re.search(r"[/\\]", file) is not None
    )


def _is_reserved(frame: TextFrame) -> bool:
    """Whether a function of C has a name that is kept for the C library: __GI_raise."""
    return not frame.file.endswith((".py", ".pyx")) and _RESERVED.match(frame.function) is not None


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


@cache
def packages() -> frozenset[str]:
    """Names by which widely used packages are imported."""
    return frozenset(one["package"] for one in table("packages.tsv"))
