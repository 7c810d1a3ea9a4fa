"""Where a report goes: text to a stream, JSON and HTML to files."""

from __future__ import annotations

import argparse
import fcntl
import os
import sys
from collections.abc import Iterable
from typing import TextIO

from atfault import lazy
from atfault.cli.formats import check_format, for_github, formatted
from atfault.errors import AccessError, UsageError
from atfault.folders import current_folder
from atfault.model.report import Report
from atfault.report.escape import clean
from atfault.report.layout import ANSI, PLAIN
from atfault.report.places import VERBOSE
from atfault.whole_file import check_writable, own_descriptor, remove_old, whole_file

STDOUT = "-"
FILES = ("json", "html", "output")
"""Options that name a file, or standard output."""
MORE = "ATFAULT_MORE"
"""As `looking` sets it, which other Pythons run: what shows more of a report, in place of -v."""
PROGRAM_SUFFIXES = (".py", ".pyc", ".so")
"""Of files that --json and --html never replace: `run --json train.py x` has no FILE."""
MIN_WIDTH, MAX_WIDTH = 40, 240
PLAIN_WIDTH = 100
"""Columns where no terminal says how many it has."""
PLAIN_HEIGHT = 50
LOOK_ALIKES = {
    "…": "~", "·": "-", "┌": "+", "└": "+", "│": "|", "─": "-", "▶": ">", "→": "->",
}  # fmt: skip
"""For encodings that lack them."""


def emit(report: Report, args: argparse.Namespace, stream: TextIO, *, footer: str = "") -> None:
    """Write the report as the RENDERING options ask.

    footer: one more line for the text, e.g. "saved as report 12: atfault show 12".
    The text is left out when JSON or HTML goes to standard output, and `stream` is that. It is
    written even where a file cannot be.
    """
    failed: AccessError | None = None
    try:
        emit_files(report, args)
    except AccessError as error:
        failed = error
    if stream is not sys.stdout or STDOUT not in (args.json, args.html, args.output):
        write_shown(report, stream, args, footer)
    if failed is not None:
        raise failed


def check_files(args: argparse.Namespace) -> None:
    """Raise AccessError or UsageError, before there is anything to lose, where --json, --html or
    --output cannot work."""
    asking = [f"--{name} -" for name in FILES if getattr(args, name) == STDOUT]
    if len(asking) > 1:
        raise UsageError(f"{' and '.join(asking)} cannot both go to standard output")
    check_format(args)
    for target in _targets(args):
        check_target(target)


def is_for_people_alone(args: argparse.Namespace) -> bool:
    """Whether nothing is asked for but the text for people."""
    return args.format == "text" and not any(_targets(args))


def check_target(target: str | None) -> None:
    """The same for one file: None where none is asked for."""
    if target is None or target == STDOUT:
        return
    folder = os.path.dirname(target) or "."
    if target.endswith(PROGRAM_SUFFIXES):
        raise UsageError(
            f"a report is not written to {target}, which looks like a program; to name the "
            f"file: --json FILE.json, --html FILE.html, --output FILE.xml"
        )
    if os.path.isdir(target):
        raise AccessError(f"cannot write {target}: it is a folder")
    if not os.path.isdir(folder):
        raise AccessError(f"cannot write {target or repr(target)}: there is no folder {folder}")
    try:
        check_writable(target)
    except (OSError, ValueError) as error:
        raise _not_written(target or repr(target), error) from None


def make_folder(folder: str) -> None:
    """Make a folder that files of this and other processes are to be written to, where there is
    none, for nobody else to read. Raises AccessError where that fails, or nothing can be written to
    it, as far as that can be told beforehand."""
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        check_writable(os.path.join(folder, f".{os.getpid()}"))
    except (OSError, ValueError) as error:
        raise _not_written(folder or repr(folder), error) from None


def remove_old_files(args: argparse.Namespace, *inputs: str | None) -> None:
    """Remove what an earlier run has left in the files of --json, --html and --output: it would be
    taken for the report of this one, if this one has nothing to report. Raises AccessError or
    UsageError.

    inputs: files that are about to be read, which cannot be replaced.
    """
    for target in _targets(args):
        if target is None or target == STDOUT:
            continue
        if any(one is not None and _is_same_file(one, target) for one in inputs):
            raise UsageError(f"a report is not written to {target}, which is what it is about")
        try:
            remove_old(target)
        except OSError as error:
            raise AccessError(f"cannot replace {target}: {error.strerror or error}") from None


def _targets(args: argparse.Namespace) -> list[str | None]:
    """Of FILES; None where nothing is asked for, or the command has no such option."""
    return [getattr(args, name, None) for name in FILES]


def keep_open(args: argparse.Namespace) -> None:
    """Hold what FILES name by a number (/dev/stdout, or /dev/fd/63 for a shell's ">(sort)") under a
    number of our own: who runs a program closes what the program has too."""
    for form in FILES:
        target = getattr(args, form)
        if target is None or target == STDOUT:
            continue
        try:
            number = own_descriptor(target)
            if number is not None:
                setattr(
                    args, form, f"/proc/self/fd/{fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 3)}"
                )
        except (OSError, ValueError) as error:
            raise _not_written(target, error) from None


def _is_same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def emit_files(report: Report, args: argparse.Namespace) -> None:
    """Write what --json, --html and --output ask for, and no text. Raises AccessError.

    Standard output comes last: a reader that goes away keeps no file from being written.
    """
    forms = [form for form in FILES if getattr(args, form) is not None]
    for form in sorted(forms, key=lambda form: getattr(args, form) == STDOUT):
        _write(getattr(args, form), _pieces(report, form, args))


def _pieces(report: Report, form: str, args: argparse.Namespace) -> Iterable[str]:
    pieces: Iterable[str]
    if form == "json":
        pieces = lazy.load("atfault.report.json:dump_lines")(report)
    elif form == "html":
        pieces = [lazy.load("atfault.report.html:render_html")(report, cwd=current_folder())]
    else:
        pieces = [formatted(report, args.format)]
    return pieces


def write_file(text: str, target: str) -> None:
    """Write text for programs to a file, or to standard output for "-". Raises AccessError."""
    _write(target, [text])


def put(text: str) -> None:
    """Write text for people to standard output. Raises AccessError where it does not take it."""
    _write_encoded(sys.stdout, text)


def write_shown(report: Report, stream: TextIO, args: argparse.Namespace, footer: str = "") -> None:
    """Write what people, or the log that `stream` is, are shown by --format. Raises AccessError."""
    if args.format == "github":
        told: list[str] = []
        text = for_github(report, footer, told)
        _write_encoded(stream, text + "".join(f"atfault: {clean(line)}\n" for line in told))
    elif args.format == "text" or args.output is not None:
        write_text(report, stream, args.color, args.verbose, footer)
    else:
        _write_encoded(stream, formatted(report, args.format))


def write_text(
    report: Report, stream: TextIO, color: str = "auto", verbose: bool = False, footer: str = ""
) -> None:
    """Write the report for people, fitted to where `stream` goes."""
    width, height = _size(stream)
    text = lazy.load("atfault.report.text:render")(
        report,
        style=ANSI if wants_color(stream, color) else PLAIN,
        width=width,
        height=height,
        verbose=verbose,
        cwd=current_folder(),
        footer=footer,
        more=os.environ.get(MORE, VERBOSE),
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
    """Columns and lines of the terminal behind the stream, within sensible limits; $COLUMNS comes
    first."""
    columns, lines = 0, 0
    if _is_terminal(stream):
        try:
            columns, lines = os.get_terminal_size(stream.fileno())
        except (OSError, ValueError):
            pass
    asked = os.environ.get("COLUMNS", "")
    if asked.isascii() and asked.isdigit():
        columns = int(asked[:6])
    columns = columns or PLAIN_WIDTH
    return max(MIN_WIDTH, min(columns, MAX_WIDTH)), lines or PLAIN_HEIGHT


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def _write_encoded(stream: TextIO, text: str) -> None:
    """Write, with look-alikes for what the stream's encoding lacks. Raises AccessError."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except (UnicodeError, LookupError):
        for char, alike in LOOK_ALIKES.items():
            text = text.replace(char, alike)
        text = text.encode("ascii", "backslashreplace").decode("ascii")
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise  # who reads it has seen enough
    except (OSError, ValueError) as error:
        raise _not_written("standard output", error) from None


def _write(target: str, pieces: Iterable[str]) -> None:
    """Write a file, or standard output, in UTF-8 whatever the locale. Raises AccessError."""
    if target == STDOUT:
        _write_bytes(pieces)
        return
    try:
        with whole_file(target) as file:
            for piece in pieces:
                file.write(piece.encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as error:
        raise _not_written(target, error) from None


def _write_bytes(pieces: Iterable[str]) -> None:
    try:
        buffer = getattr(sys.stdout, "buffer", None)
        for piece in pieces:
            if buffer is None:  # a stand-in for the stream
                sys.stdout.write(piece)
            else:
                buffer.write(piece.encode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise _not_written("standard output", error) from None


def _not_written(target: str, error: Exception) -> AccessError:
    return AccessError(f"cannot write {target}: {getattr(error, 'strerror', None) or error}")
