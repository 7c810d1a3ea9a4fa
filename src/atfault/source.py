"""Lines of the target's source files, read from this machine while they are still there.

Bounded in file size, line length and total; never follows a name that is no regular file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable

from atfault.model.findings import SourceLine

LocalFile = Callable[[str], tuple[str | None, str]]
Mask = Callable[[str], str]

MAX_FILE = 8 << 20
"""Bytes; a longer file is no source that somebody wrote."""
MAX_TOTAL = 64 << 20
"""Bytes kept of all files together."""
MAX_LINE = 2000
"""Characters kept of one line."""
MAX_DECORATED = 5000
"""Lines from the first decorator to the name, at most."""
_DEFINITIONS = ("def ", "class ", "async ", "def\t", "class\t", "async\t", "def\\", "class\\")
MADE_NAMES = frozenset(("__annotate__",))
"""Code that Python itself adds (3.14); its first line is that of something else."""
CLOCK_SLACK = 2.0
"""Seconds by which a file may be newer before it counts as changed."""
START_SLACK = 0.05
"""The same for the start of a program, which the kernel tells to 10 ms; and what was written so
shortly after it is what Python then read."""


class SourceReader:
    """Reads lines of source files as the target names them.

    local_file: maps a path of the target to one of this machine, as `Snapshot.local_file`; without
    it paths are taken below `sysroot` ("" or None: as they are).
    cwd: the target's working directory, for relative file names.
    taken: when the snapshot was taken (seconds since the epoch); newer files earn a warning.
    started: when the program was started; likewise.
    mask: replaces what looks secret in a line; without it lines are shown as they are.
    """

    def __init__(
        self,
        local_file: LocalFile | None = None,
        sysroot: str | None = None,
        *,
        cwd: str | None = None,
        taken: float | None = None,
        started: float | None = None,
        mask: Mask | None = None,
    ) -> None:
        self.warnings: list[str] = []
        self._local_file = local_file
        self._sysroot = sysroot
        self._cwd = cwd
        self._taken = taken
        self._started = started
        self._mask = mask or (lambda line: line)
        self._files: dict[str, _File | None] = {}
        self._room = MAX_TOTAL

    def line(self, file: str, number: int) -> str | None:
        """The text of a line (1-based) without its indentation; None when it cannot be had."""
        source = self._file(file)
        text = source.line(number) if source else None
        return self._mask(text.strip()) if text is not None else None

    def excerpt(self, file: str, number: int, context: int = 2) -> tuple[SourceLine, ...]:
        """The line with up to `context` neighbours on each side; () when it cannot be had.

        Blank lines at either edge are left out.
        """
        source = self._file(file)
        if source is None or source.line(number) is None:
            return ()
        lines = []
        for at in range(max(1, number - context), number + context + 1):
            text = source.line(at)
            if text is not None:
                lines.append(SourceLine(at, self._mask(text)))
        while lines and lines[0].line < number and not lines[0].text.strip():
            del lines[0]
        while lines and lines[-1].line > number and not lines[-1].text.strip():
            del lines[-1]
        return tuple(lines)

    def verify(self, file: str, first_line: int, name: str) -> None:
        """Give up a file in which the function or class `name`, of code that ran, does not begin at
        its line `first_line`: it was changed since, or is of another version. Unnamed code (a
        module, a lambda) tells nothing."""
        if first_line <= 0 or not _is_written(name):
            return
        source = self._file(file)
        if source is None or source.begins(first_line, name):
            return
        self._files[file] = None
        self.warnings = [text for text in self.warnings if not text.startswith(f"{file} was ")]
        self.warnings.append(
            f"{file} is not what ran, or not as it was: {name} does not begin at its line "
            f"{first_line}; its lines are left out"
        )

    def _file(self, file: str) -> _File | None:
        if file not in self._files:
            self._files[file] = self._open(file)
        return self._files[file]

    def _open(self, file: str) -> _File | None:
        path = self._locate(file)
        if path is None:
            return None
        content = _read_regular(path, min(MAX_FILE, self._room))
        if content is None:
            return None
        data, modified = content
        self._room -= len(data)
        if self._taken is not None and modified > self._taken + CLOCK_SLACK:
            self.warnings.append(
                f"{file} was changed after this process stopped: the lines shown may not be "
                "the ones that ran"
            )
        elif self._started is not None and modified > self._started + START_SLACK:
            self.warnings.append(
                f"{file} was written after the program was started: the lines shown may not be "
                "the ones that ran"
            )
        return _File(data)

    def _locate(self, file: str) -> str | None:
        """Where the target's file lies here; None for "<string>" and what cannot be found."""
        if not file or file.startswith("<") or "\0" in file:
            return None
        if not file.startswith("/"):
            if not self._cwd:
                return None
            file = os.path.normpath(os.path.join(self._cwd, file))
        if self._local_file is not None:
            return self._local_file(file)[0]
        return (self._sysroot or "").rstrip("/") + file


class _File:
    """The lines of one file, decoded when asked for."""

    __slots__ = ("_encoding", "_lines")

    def __init__(self, data: bytes) -> None:
        self._lines = data.splitlines()  # on \n, \r\n and \r, as Python counts lines
        self._encoding = _encoding(self._lines[:2])

    def line(self, number: int) -> str | None:
        if not 0 < number <= len(self._lines):
            return None
        raw = self._lines[number - 1][: 4 * MAX_LINE]
        try:
            text = raw.decode(self._encoding, "surrogateescape")
        except (LookupError, UnicodeError, ValueError):
            text = raw.decode("utf-8", "surrogateescape")
        return text.rstrip()[:MAX_LINE]

    def begins(self, number: int, name: str) -> bool:
        """Whether line `number` is the first of `def name` or `class name`, or of a decorator."""
        first = self.line(number) or ""
        begin = first.lstrip()
        margin = first[: len(first) - len(begin)]
        last = number + MAX_DECORATED if begin.startswith("@") else number
        for at in range(number, last + 1):
            line = self.line(at)
            if line is None:
                return False
            if line.startswith(margin) and line[len(margin) :].startswith(_DEFINITIONS):
                if line.endswith("\\"):  # the name may be in the line below
                    line = line[:-1] + (self.line(at + 1) or "")
                text = " ".join(line.split())
                return f"def {name}" in text or f"class {name}" in text
        return False


def _is_written(name: str) -> bool:
    """Whether a name of code is one that its source must hold: not <module>, nor what is added."""
    made = name in MADE_NAMES or name.startswith("torch_dynamo_")
    return name.isascii() and name.isidentifier() and not made


def _read_regular(path: str, limit: int) -> tuple[bytes, float] | None:
    """(content, time of modification) of a regular file of at most `limit` bytes, or None."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode) or status.st_size > limit:
            return None
        parts = []
        while limit > 0:
            part = os.read(fd, min(limit, 1 << 20))
            if not part:
                break
            parts.append(part)
            limit -= len(part)
        return b"".join(parts), status.st_mtime
    except OSError:
        return None
    finally:
        os.close(fd)


def _encoding(first_lines: list[bytes]) -> str:
    """The encoding that a source file declares in its first two lines (PEP 263); "utf-8" if none.

    # -*- coding: latin-1 -*-      → "latin-1"
    # vim: set fileencoding=utf-8  → "utf-8"
    """
    if first_lines and first_lines[0].startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    for line in first_lines:
        text = line.strip()
        if text and not text.startswith(b"#"):
            break  # code: a cookie in the second line no longer counts
        _, found, after = text.partition(b"coding")
        if not found or after[:1] not in (b":", b"="):
            continue
        name = after[1:].strip().split(b" ")[0].split(b"\t")[0]
        if name:
            return name.decode("ascii", "replace")
    return "utf-8"
