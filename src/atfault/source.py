"""Source lines of the target, shown only where they are what ran.

A name in a code object proves nothing. A file is shown when its name is that of a source file, when
the target itself could read it (snapshot/target_files.py), and when the code that ran fits it: a
function begins at its first line, a module's names are in its text. What was never a file comes
from the target (`KnownText`: IPython's cells, `python -c`), what lies in an archive from that.

Bounded in file size, line length and total. Where a line cannot be had, `why` says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from atfault import lazy
from atfault.model.findings import SourceLine
from atfault.model.stacks import CodeInfo
from atfault.model.state import KnownText
from atfault.snapshot.mounts import told
from atfault.snapshot.target_files import MISSING, LocalFile, TargetFiles

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
_PYTHON = frozenset((".py", ".pyw", ".pyi", ".pyx", ".pxd", ".pxi", ".ipy"))
_NATIVE = frozenset(
    ".c .h .cc .hh .cpp .hpp .cxx .hxx .c++ .h++ .ipp .tpp .tcc .inl .cu .cuh .m .mm .s .rs .go .d"
    " .f .for .ftn .f77 .f90 .f95 .f03 .f08 .swift .zig .nim .jl .cmake .mk".split()
)
_BUILD_FILES = frozenset(
    "CMakeLists.txt meson.build meson_options.txt meson.options"
    " Makefile makefile GNUmakefile".split()
)
_REWRITTEN = frozenset(("builtins", "assertion", "rewrite"))
"""Names that pytest adds to a module whose assertions it rewrites, beside some that begin with @:
`import _pytest.assertion.rewrite as @pytest_ar` (_pytest/assertion/rewrite.py)."""
_NO_SOURCE = "by its name it is no source file"
_MADE_BY = {
    "<string>": "it was made by exec() or eval(), which keep no text",
    "<stdin>": "it was typed in, and this Python keeps no text of that",
}


class SourceReader:
    """Reads lines of source files as the target names them.

    files: the target's; None for this machine's own, with our rights.
    texts: what the target itself holds.
    taken: when the snapshot was taken (seconds since the epoch); newer files earn a warning.
    started: when the program was started; likewise.
    mask: replaces what looks secret in a line; without it lines are shown as they are.
    """

    def __init__(
        self,
        files: TargetFiles | None = None,
        texts: Iterable[KnownText] = (),
        *,
        taken: float | None = None,
        started: float | None = None,
        mask: Mask | None = None,
    ) -> None:
        self.warnings: list[str] = []
        self._local = files if files is not None else TargetFiles()
        self._texts = {text.file: text for text in texts}
        self._taken = taken
        self._started = started
        self._mask = mask or (lambda line: line)
        self._masked: dict[str, str] = {}
        """Lines as they are shown: in a recursion one is asked for thousands of times."""
        self._files: dict[str, _File | str] = {}
        self._exact: dict[str, str] = {}
        self._checked: set[str] = set()
        self._room = MAX_TOTAL

    def line(self, file: str, number: int) -> str | None:
        """The text of a line (1-based) without its indentation; None when it cannot be had."""
        source = self._file(file)
        text = source.line(number) if isinstance(source, _File) else None
        if text is None:
            return None
        masked = self._masked.get(text)
        if masked is None:
            masked = self._masked[text] = self._mask(text.strip())
        return masked

    def raw_line(self, file: str, number: int) -> str | None:
        """The same as it stands, indented and unmasked: for those who look up columns in it."""
        source = self._file(file)
        return source.line(number) if isinstance(source, _File) else None

    def excerpt(
        self, file: str, number: int, context: int = 2, function: str = ""
    ) -> tuple[SourceLine, ...]:
        """The line with up to `context` neighbours on each side; () when it cannot be had.

        function: whose line it is; it must be in a file whose code was not verified otherwise.
        Blank lines at either edge are left out.
        """
        source = self._file(file)
        if not isinstance(source, _File) or source.line(number) is None:
            return ()
        if file not in self._checked and not source.defines(function):
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

    def text(self, file: str) -> str | None:
        """All of a file, unmasked; None when it cannot be had."""
        source = self._file(file)
        return source.text() if isinstance(source, _File) else None

    def why(self, file: str, number: int) -> str:
        """Why a line cannot be had, as a clause; "" when it can."""
        source = self._file(file)
        if isinstance(source, str):
            return source
        return "" if source.line(number) is not None else f"it has no line {number}"

    def verify(self, code: CodeInfo) -> None:
        """Give up the file of `code`, which ran, when it does not fit: it was changed since, is of
        another version, or never was the source of that code."""
        file = code.filename
        if code.exact_filename:
            self._exact[file] = code.exact_filename
        source = self._file(file)
        if not isinstance(source, _File):
            return
        text = self._texts.get(file)
        if text is not None and text.codes and code.address not in text.codes:
            self._files[file] = f"code that exec() made is called {file} as well"
            return
        why = _misfit(source, code)
        if not why:
            self._checked.add(file)
            return
        self._files[file] = f"it is not what ran, or not as it was: {why}"
        self.warnings = [text for text in self.warnings if not text.startswith(f"{file} was ")]
        self.warnings.append(
            f"{file} is not what ran, or not as it was: {why}; its lines are left out"
        )

    def left_out(self) -> list[str]:
        """Warnings of what lies where nothing answers."""
        return [told(mount) for mount in self._local.mounts.silent.values()]

    def has_run(self, file: str) -> bool:
        """Whether code that ran fits the file."""
        return file in self._checked

    def _file(self, file: str) -> _File | str:
        """The file, or why it cannot be had."""
        found = self._files.get(file)
        if found is None:
            found = self._files[file] = self._open(file)
        return found

    def _open(self, file: str) -> _File | str:
        known = self._texts.get(file)
        if known is not None:
            return _File.of(known.lines)
        name = self._exact.get(file, file)
        if name.startswith("<") and name.endswith(">"):
            return _why_no_file(name)
        if not _may_be_source(name):
            return _NO_SOURCE
        found, why = self._local.find(name)
        if found is None:
            data = self._in_archive(name)
            if data is not None:
                return _File(data)
            if why == MISSING and self._started is not None:
                return "the file was deleted or moved after the program had read it"
            return f"the file {why}"
        if not _may_be_source(found.real):  # the name is that of a link
            return _NO_SOURCE
        return self._read(file, found, is_script=_is_bare(name) or _is_bare(found.real))

    def _read(self, file: str, found: LocalFile, *, is_script: bool) -> _File | str:
        limit = min(MAX_FILE, self._room)
        if found.identity.size > limit:
            return "the file is too large"
        try:
            data = found.read_upto(limit)
        except OSError:
            return "the file cannot be read"
        if is_script and not re.match(rb"#![^\n]{0,200}python", data):
            return _NO_SOURCE
        self._room -= len(data)
        if self._taken is not None and found.modified > self._taken + CLOCK_SLACK:
            self.warnings.append(
                f"{file} was changed after this process stopped: the lines shown may not be "
                "the ones that ran"
            )
        elif self._started is not None and found.modified > self._started + START_SLACK:
            self.warnings.append(
                f"{file} was written after the program was started: the lines shown may not be "
                "the ones that ran"
            )
        return _File(data)

    def _in_archive(self, name: str) -> bytes | None:
        """The text of a module that was imported from a zip archive: app.pyz/pkg/module.py."""
        parts = name.split("/")
        for end in range(len(parts) - 1, 0, -1):
            archive, _ = self._local.find("/".join(parts[:end]))
            if archive is not None:
                read_member = lazy.load("atfault.snapshot.zipped:read_member")
                data: bytes | None = read_member(
                    archive, "/".join(parts[end:]), min(MAX_FILE, self._room)
                )
                self._room -= len(data or b"")
                return data
        return None


def _may_be_source(name: str) -> bool:
    return _is_bare(name) or _is_build_file(name) or _suffix(name) in _PYTHON | _NATIVE


def _is_bare(name: str) -> bool:
    """Whether nothing in its name says what it is: a script, if anything."""
    return not _suffix(name) and not _is_build_file(name)


def _is_build_file(name: str) -> bool:
    return name.rpartition("/")[2] in _BUILD_FILES


def _suffix(name: str) -> str:
    """ ".py" of "a.b.py"; "" for none, in lower case."""
    base = name.rpartition("/")[2]
    at = base.rfind(".")
    return base[at:].lower() if at > 0 else ""


def _why_no_file(name: str) -> str:
    if name.startswith("<frozen "):
        return "it is frozen into the interpreter, without its text"
    return _MADE_BY.get(name, "it was made while the program ran, and no text of it was kept")


def _misfit(source: _File, code: CodeInfo) -> str:
    """Why a file cannot be the source of `code`, as a clause; "" when it may be."""
    if _is_written(code.name):
        if code.first_line <= 0:  # not known: of a dump that the program itself printed
            return "" if source.mentions(code.name) else f"{code.name} is not in it"
        if source.begins(code.first_line, code.name):
            return ""
        return f"{code.name} does not begin at its line {code.first_line}"
    if code.name == "<lambda>" and "lambda" not in (source.line(code.first_line) or "lambda"):
        return f"no lambda begins at its line {code.first_line}"
    names = [name for name in code.names if name.isascii() and name.isidentifier()]
    if any(name.startswith("@py") for name in code.names):
        names = [name for name in names if name not in _REWRITTEN]
    wanted = [name for name in names if not name.startswith("_")]
    missing = [name for name in wanted if not source.mentions(name)]
    # What rewrites code on its import (beartype, typeguard) adds names of its own.
    if missing and 4 * len(missing) > len(wanted):
        return f"{missing[0]}, which {code.name} uses, is not in it"
    return ""


class _File:
    """The lines of one file, decoded when asked for."""

    __slots__ = ("_encoding", "_lines", "_words")

    def __init__(self, data: bytes) -> None:
        self._words: frozenset[str] | None = None
        self._lines = data.splitlines()  # on \n, \r\n and \r, as Python counts lines
        self._encoding = _encoding(self._lines[:2])

    @classmethod
    def of(cls, lines: Iterable[str]) -> _File:
        """One of which the text is known."""
        made = cls(b"")
        made._lines = [line.encode("utf-8", "surrogatepass") for line in lines]
        return made

    def mentions(self, name: str) -> bool:
        """Whether the identifier `name` occurs in it."""
        if self._words is None:
            found = re.findall(rb"[A-Za-z_][A-Za-z0-9_]*", b"\n".join(self._lines))
            self._words = frozenset([word.decode("ascii") for word in found])
        return name in self._words

    def defines(self, function: str) -> bool:
        """Whether the function of that (qualified) name may be defined in it."""
        name = function.rpartition(".")[2]
        return not _is_written(name) or self.mentions(name)

    def line(self, number: int) -> str | None:
        if not 0 < number <= len(self._lines):
            return None
        raw = self._lines[number - 1][: 4 * MAX_LINE]
        try:
            text = raw.decode(self._encoding, "surrogateescape")
        except (LookupError, UnicodeError, ValueError):
            text = raw.decode("utf-8", "surrogateescape")
        return text.rstrip()[:MAX_LINE]

    def text(self) -> str:
        return "".join(f"{self.line(number)}\n" for number in range(1, len(self._lines) + 1))

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
