"""Colours of the text report: few, and never the only carrier of a meaning."""

from __future__ import annotations

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
