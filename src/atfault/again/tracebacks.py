"""Tracebacks in what a program wrote to standard error: exception, message, lines.

Traceback (most recent call last):                 also "Exception in thread Thread-1 (work):"
  File "nb.py", line 15, in <module>               before it
    main()
    ~~~~^^                                         3.11+
IndexError: index is out of bounds                 "module.Type", "module.Type: text"

IndexError: index is out of bounds                 a cause without frames of its own

The above exception was the direct cause of the following exception:
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_TRACEBACKS = 20
MAX_FRAMES = 200
_HEAD = "Traceback (most recent call last):"
_FRAME = re.compile(r'  File "([^"\n]{1,4096})", line (\d{1,9})(?:, in (.{1,500}))?$')
_ERROR = re.compile(r"([A-Za-z_][\w.]{0,200})(?:: (.*))?$")
_THREAD = re.compile(r"Exception in thread (.{1,200}):$")
_CAUSE = "The above exception was the direct cause of the following exception:"
_BOUNDS = re.compile(
    r"debug: IndexError: index (-?\d+) is out of bounds for (?:axis (\d+) with )?size (-?\d+)"
)


class Line(NamedTuple):
    """One frame of a traceback."""

    file: str
    line: int
    function: str


class Raised(NamedTuple):
    """One exception with its traceback."""

    type: str
    message: str
    lines: tuple[Line, ...]
    """As printed: the innermost last."""
    thread: str = ""
    """"" for the main thread."""
    cause: str = ""
    """"IndexError: index is out of bounds" when it was raised from that one."""


class OutOfBounds(NamedTuple):
    """What Numba says of a failed bounds check."""

    position: int
    """Its low 32 bits, as a signed number: Numba prints no more."""
    axis: int | None
    size: int


def tracebacks(text: str) -> tuple[Raised, ...]:
    """The exceptions whose tracebacks are in `text`, in order."""
    found: list[Raised] = []
    lines = text.splitlines()
    thread = cause = ""
    at = 0
    while at < len(lines) and len(found) < MAX_TRACEBACKS:
        line = lines[at]
        at += 1
        match = _THREAD.match(line)
        if match:
            thread = match[1]
        elif line == _CAUSE:
            cause = _error_above(lines, at - 1)
        elif line == _HEAD:
            frames, at = _frames(lines, at)
            error = _ERROR.match(lines[at]) if at < len(lines) else None
            if error and frames:
                found.append(Raised(error[1], error[2] or "", frames, thread, cause))
            thread = cause = ""
    return tuple(found)


def _frames(lines: list[str], at: int) -> tuple[tuple[Line, ...], int]:
    """The frames from line `at` on, and where they end."""
    frames: list[Line] = []
    while at < len(lines) and lines[at][:2] == "  ":
        match = _FRAME.match(lines[at])
        if match:
            frames.append(Line(match[1], int(match[2]), match[3] or ""))
            del frames[:-MAX_FRAMES]
        at += 1
    return tuple(frames), at


def _error_above(lines: list[str], at: int) -> str:
    """The last line with text above line `at`."""
    for line in reversed(lines[max(at - 4, 0) : at]):
        if line.strip():
            return line.strip()
    return ""


def failed_bounds(text: str) -> tuple[OutOfBounds, ...]:
    """The failed bounds checks that Numba printed to standard output."""
    return tuple(
        OutOfBounds(int(match[1]), int(match[2]) if match[2] else None, int(match[3]))
        for match in list(_BOUNDS.finditer(text))[-MAX_TRACEBACKS:]
    )
