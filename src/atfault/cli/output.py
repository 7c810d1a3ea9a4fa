"""Where a report goes: text to a stream, JSON and HTML to files."""

from __future__ import annotations

import os
import sys

from atfault.errors import AccessError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from atfault.cli.options import Arguments
    from atfault.model.report import Report

STDOUT = "-"
MIN_WIDTH, MAX_WIDTH = 60, 120
PLAIN_WIDTH = 100
"""Columns where no terminal says how many it has."""
PLAIN_HEIGHT = 50
LOOK_ALIKES = {
    "…": "~", "·": "-", "┌": "+", "└": "+", "│": "|", "─": "-", "▶": ">", "→": "->",
}  # fmt: skip
"""For encodings that lack them."""


def emit(report: Report, args: Arguments, stream: TextIO, *, footer: str = "") -> None:
    """Write the report as the RENDERING options ask.

    footer: one more line for the text, e.g. "saved as report 12: atfault show 12".
    The text is left out when JSON or HTML goes to standard output, and `stream` is that.
    """
    emit_files(report, args)
    if stream is not sys.stdout or STDOUT not in (args.json, args.html):
        write_text(report, stream, args.color, args.verbose, footer)


def emit_files(report: Report, args: Arguments) -> None:
    """Write what --json and --html ask for, and no text. Raises AccessError, UsageError."""
    if args.json == STDOUT and args.html == STDOUT:
        raise UsageError("--json - and --html - cannot both go to standard output")
    if args.json is not None:
        from atfault.report.json import dump_lines

        _write(args.json, dump_lines(report))
    if args.html is not None:
        from atfault.report.html import render_html

        _write(args.html, [render_html(report, cwd=_cwd())])


def write_text(
    report: Report, stream: TextIO, color: str = "auto", verbose: bool = False, footer: str = ""
) -> None:
    """Write the report for people, fitted to where `stream` goes."""
    from atfault.report.style import ANSI, PLAIN
    from atfault.report.text import render

    width, height = _size(stream)
    text = render(
        report,
        style=ANSI if wants_color(stream, color) else PLAIN,
        width=width,
        height=height,
        verbose=verbose,
        cwd=_cwd(),
        footer=footer,
    )
    _write_encoded(stream, text)


def wants_color(stream: TextIO, color: str) -> bool:
    """--color first, then FORCE_COLOR and NO_COLOR, then whether it is a terminal that can."""
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return os.environ["FORCE_COLOR"] != "0"
    return _is_terminal(stream) and os.environ.get("TERM", "dumb") != "dumb"


def terminal_width(stream: TextIO) -> int:
    """Columns to fill."""
    return _size(stream)[0]


def _size(stream: TextIO) -> tuple[int, int]:
    """Columns and lines of the terminal behind the stream, within sensible limits."""
    if not _is_terminal(stream):
        return PLAIN_WIDTH, PLAIN_HEIGHT
    try:
        columns, lines = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        columns, lines = 0, 0
    columns = columns or PLAIN_WIDTH
    return max(MIN_WIDTH, min(columns, MAX_WIDTH)), lines or PLAIN_HEIGHT


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def _cwd() -> str:
    try:
        return os.getcwd()
    except OSError:  # removed under our feet
        return ""


def _write_encoded(stream: TextIO, text: str) -> None:
    """Write, with look-alikes for what the stream's encoding lacks."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except (UnicodeError, LookupError):
        for char, alike in LOOK_ALIKES.items():
            text = text.replace(char, alike)
        text = text.encode("ascii", "backslashreplace").decode("ascii")
    stream.write(text)
    stream.flush()


def _write(target: str, pieces: Iterable[str]) -> None:
    if target == STDOUT:
        for piece in pieces:
            sys.stdout.write(piece)
        sys.stdout.flush()
        return
    try:
        with open(target, "w", encoding="utf-8") as file:
            file.writelines(pieces)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise AccessError(f"cannot write {target}: {why}") from None
