"""Foreign text as Markdown that shows it as it is: nothing in it is a mark, a link, the end of a
block, or calls somebody by name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from atfault.report.escape import clean

_MARKS = re.compile(
    r"([\\`*{}<>|~&]|(?<!\w)_|_(?!\w)|\](?=[(\[:])|\[(?=\^)|^[#+=\-\[]|(?<=\d)[.)](?= ))"
)
"""What means something to Markdown, some of it in front or behind a number only."""
_CALLS_SOMEBODY = re.compile(r"(?<!\S)\S*(?:@\w|#\d|GH-\d)\S*")
"""On a site that hosts code these notify a person, or link to an issue."""


def prose(text: str) -> str:
    """Cleaned text as Markdown shows it as it is: no marks, no links, nobody called by name."""
    parts, at = [], 0
    for match in _CALLS_SOMEBODY.finditer(text):
        parts += [_MARKS.sub(r"\\\1", text[at : match.start()]), code(match[0])]
        at = match.end()
    parts.append(_MARKS.sub(r"\\\1", text[at:]))
    return "".join(parts)


def code(text: str) -> str:
    """A span of code."""
    text = clean(text)
    ticks = "`" * (_longest_run(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def fenced(lines: Iterable[str], language: str = "text") -> list[str]:
    """A block of code that none of its lines can end. Lines are cleaned."""
    lines = list(lines)
    ticks = "`" * max(3, 1 + max((_longest_run(line) for line in lines), default=0))
    return [f"{ticks}{language}", *lines, ticks]


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)
