"""Foreign text made safe to print: nothing that a terminal or a reader's eye could be fooled by.

A report shows names, values and source lines of a program that may be broken or hostile. Whatever
is not a printable character is written as an escape: control characters (ANSI sequences start with
one), bidirectional overrides, zero-width and unassigned characters, undecodable bytes.

Foreign text as Markdown that shows it as it is: nothing in it is a mark, a link, the end of a
block, or calls somebody by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import combining, east_asian_width

NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MARKS = r"([\\`*{}<>|~&]|(?<!\w)_|_(?!\w)|\](?=[(\[:])|\[(?=\^)|^[#+=\-\[])"
"""What means something to Markdown, some of it in front only."""
_NUMBERED = r"^( {0,3}\d{1,9})([.)])(?= |$)"
"""The number of a list's entry."""
_CALLS_SOMEBODY = r"(?<!\S)\S*(?:@\w|#\d|GH-\d)\S*"
"""On a site that hosts code these notify a person, or link to an issue."""


def clean(text: str) -> str:
    """The text on one line, unprintable characters as \\n, \\x1b or \\u202e."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    if char in NAMED:
        return NAMED[char]
    if 0xDC80 <= code <= 0xDCFF:  # a byte that was no UTF-8 (surrogateescape)
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def width_of(text: str) -> int:
    """Columns that cleaned text takes on a terminal: wide characters count two, marks none."""
    if text.isascii() or text.replace("…", "").isascii():  # our own ellipsis is the usual one
        return len(text)
    return sum(
        0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )


def crop(text: str, width: int, *, keep_end: bool = False) -> str:
    """Cut cleaned text to `width` columns, an ellipsis in place of what is lost."""
    if len(text) * 2 <= width or width_of(text) <= width:
        return text
    if width <= 1:
        return "…"[:width]
    if text.isascii():
        return "…" + text[-(width - 1) :] if keep_end else text[: width - 1] + "…"
    kept: list[str] = []
    room = width - 1
    for char in reversed(text) if keep_end else text:
        room -= width_of(char)
        if room < 0:
            break
        kept.append(char)
    return "…" + "".join(reversed(kept)) if keep_end else "".join(kept) + "…"


def pad(text: str, width: int) -> str:
    """Cleaned text followed by spaces up to `width` columns."""
    return text + " " * (width - width_of(text))


def prose(text: str) -> str:
    """Cleaned text as Markdown shows it as it is: no marks, no links, nobody called by name."""
    numbered = re.match(_NUMBERED, text)
    parts, at = [], 0
    if numbered:
        parts, at = [f"{numbered[1]}\\{numbered[2]}"], numbered.end()
    for match in re.finditer(_CALLS_SOMEBODY, text):
        parts += [re.sub(_MARKS, r"\\\1", text[at : match.start()]), code(match[0])]
        at = match.end()
    parts.append(re.sub(_MARKS, r"\\\1", text[at:]))
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
