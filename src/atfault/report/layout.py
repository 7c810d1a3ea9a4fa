"""Filling words into lines. Texts come in cleaned.

Colours of the text report: few, and never the only carrier of a meaning.
"""

from __future__ import annotations

from atfault.report.escape import width_of

BULLET = "    - "
MAX_PROSE = 120
"""Columns beyond which sentences are hard to read; source lines and stacks may be wider."""
SGR = {
    "alarm": "1;31",
    "strong": "1",
    "mine": "1",
    "mark": "1;31",
    "command": "36",
    "quiet": "2",
    "warning": "33",
}
"""Role → parameters of the ANSI sequence; the basic colours follow the terminal's theme."""


def wrapped(text: str, width: int, hanging: int = 0) -> list[str]:
    """The text in lines of at most `width` columns; those after the first are indented by
    `hanging`. The text's own leading spaces stay. A longer word takes a line of its own, uncut."""
    body = text.lstrip(" ")
    line = text[: len(text) - len(body)]
    if len(text) <= width and text.isascii():
        return [text]
    lines: list[str] = []
    used, empty = len(line), True
    for word in body.split(" "):
        size = width_of(word)
        if not empty and used + 1 + size > width:
            lines.append(line)
            line, used, empty = " " * hanging, hanging, True
        line += word if empty else f" {word}"
        used += size if empty else size + 1
        empty = False
    return [*lines, line]


def with_verbose(count: int, more: str = "-v", lead: str = ": ") -> str:
    """How to see what was left out, to be put behind that. more: by which; "" for nothing."""
    return f"{lead}{more} shows {'it' if count == 1 else 'them'}" if more else ""


def bullet(text: str, width: int) -> list[str]:
    """A list entry: "    - text", further lines hanging under the text."""
    return wrapped(BULLET + text, width, hanging=len(BULLET))


class Style:
    """Turns a role into escape sequences, or, plain, into nothing."""

    def __init__(self, codes: dict[str, str]) -> None:
        self._codes = codes

    def paint(self, role: str, text: str) -> str:
        """The (already cleaned) text in the role's colour."""
        code = self._codes.get(role)
        return f"\x1b[{code}m{text}\x1b[0m" if code and text else text


PLAIN = Style({})
ANSI = Style(SGR)
