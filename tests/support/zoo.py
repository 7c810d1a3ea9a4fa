"""The zoo: programs that fail for a known reason, the answer in a comment that only tests read.

# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy core=yes names=grid
...
    grid[row, column] = 1.0  # <-- here

cause    the finding to be made, by the contract's id
signal   what the program dies of; several, separated by |, where it depends on the interpreter;
         "none" when it ends by itself
needs    modules, gcc, g++, small-shm (a tiny /dev/shm, needs root), cgroup (a memory limit)
native   a C or C++ file of the folder native/ that is compiled for it
python   versions that fail this way, first-last
gil      "needed": a free-threaded build does not fail this way
names    variables, one of which the finding must name
text     words that the finding must contain
core     "yes": also through a core file
line     "none": no line is at fault
file     where the marked line is, when not in the program itself
limit    stack:BYTES, the soft limit of the main thread's stack
runs     2: it fails the second time as well, with what the first run cached
child    "yes": a child process dies; the program itself ends well; a number: with that exit status
         (the line "# <-- started" is the one that started it)
first    "yes": one of those that `make test` runs, for their mechanism
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from support import needs
from support.compiled import LIBRARY, compile_once

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "zoo")
MARK = "# <-- here"
PACKAGES = ("torch", "numpy", "numba")
"""Those of which the newest releases are tried, too (`make test-newest`)."""
STARTED = "# <-- started"


class Program(NamedTuple):
    name: str
    path: str
    marks: dict[str, str]
    file: str
    """Absolute path of the file with the marked line."""
    line: int | None
    started: int | None = None
    """The line that starts the child that dies, where one is marked."""

    @property
    def cause(self) -> str:
        return self.marks["cause"]

    @property
    def signals(self) -> list[str]:
        return self.marks["signal"].split("|")

    @property
    def is_first(self) -> bool:
        return self.marks.get("first") == "yes"

    def listed(self, key: str) -> list[str]:
        return [part for part in self.marks.get(key, "").split(",") if part]

    def fails_on(self, minor: int, free_threaded: bool = False) -> bool:
        """Whether CPython 3.<minor> fails in this way."""
        if free_threaded and self.marks.get("gil") == "needed":
            return False
        first, _, last = self.marks.get("python", "3.0-3.99").partition("-")
        return int(first.split(".")[1]) <= minor <= int((last or first).split(".")[1])


def programs() -> list[Program]:
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".py"))
    return [_program(os.path.join(FOLDER, name)) for name in names]


def _program(path: str) -> Program:
    with open(path, encoding="utf-8") as file:
        header = file.readline().removeprefix("# zoo: ")
    marks = dict(part.split("=", 1) for part in header.split())
    marked = os.path.join(FOLDER, marks["file"]) if "file" in marks else path
    line, started = _marked_line(marked), _marked_line(path, STARTED)
    return Program(os.path.basename(path)[:-3], path, marks, marked, line, started)


def _marked_line(path: str, mark: str = MARK) -> int | None:
    with open(path, encoding="utf-8") as file:
        lines = [number for number, text in enumerate(file, 1) if text.rstrip().endswith(mark)]
    assert len(lines) <= 1, f"{path}: more than one marked line"
    return lines[0] if lines else None


def marked(programs: list[Any]) -> list[object]:
    """Parameters for pytest.mark.parametrize: the programs, which need one of PACKAGES, and which
    `make test` runs."""
    return [pytest.param(one, id=one.name, marks=list(_test_marks(one))) for one in programs]


def _test_marks(program: Program) -> Iterator[pytest.MarkDecorator]:
    if set(PACKAGES) & set(program.listed("needs")):
        yield pytest.mark.newest
    if program.is_first:
        yield pytest.mark.representative(program.cause)


def compile_native(program: Program, folder: str) -> None:
    """Build the shared object that the program loads, with debug information, into `folder`."""
    source = program.marks.get("native")
    if source is None:
        return
    output = os.path.join(folder, source.rpartition(".")[0] + ".so")
    path = os.path.join(FOLDER, "native", source)
    compile_once(path, output, *LIBRARY, "-fstack-protector-all")


def missing(program: Program, has_module: object) -> str:
    """What this machine lacks for the program; "" when nothing. has_module(name) -> bool tells of
    the interpreter that runs it."""
    for need in program.listed("needs"):
        if need in needs.COMPILERS:
            if lack := needs.lack(need):
                return lack
        elif need == "small-shm":
            if os.geteuid() != 0 or shutil.which("unshare") is None or not _may_mount():
                return "a small /dev/shm needs root and the right to mount"
        elif need == "cgroup":
            if memory_group_root() is None:
                return "no memory cgroup can be made here"
        elif not has_module(need):  # type: ignore[operator]
            return f"the module {need} is not installed"
    return ""


def _may_mount() -> bool:
    test = ["unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /dev/shm"]
    return subprocess.run(test, capture_output=True, check=False).returncode == 0


SMALL_SHM = ["unshare", "-m", "sh", "-c"]
SMALL_SHM_SCRIPT = 'mount -t tmpfs -o size=4m tmpfs /dev/shm && exec "$@"'


def memory_group_root() -> str | None:
    """A folder below which memory cgroups can be made: version 2, else version 1; None without."""
    for root, knob in (
        ("/sys/fs/cgroup", "memory.max"),
        ("/sys/fs/cgroup/unified", "memory.max"),
        ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
    ):
        probe = os.path.join(root, f"atfault-probe-{os.getpid()}")
        try:
            os.mkdir(probe)
        except OSError:
            continue
        found = os.path.exists(os.path.join(probe, knob))
        os.rmdir(probe)
        if found:
            return root
    return None


class MemoryGroup:
    """A memory cgroup with a limit, for the time of a `with` block."""

    def __init__(self, limit: int) -> None:
        root = memory_group_root()
        assert root is not None
        self.folder = os.path.join(root, f"atfault-zoo-{os.getpid()}")
        self.limit = limit

    def __enter__(self) -> MemoryGroup:
        os.mkdir(self.folder)
        for knob in ("memory.max", "memory.limit_in_bytes"):
            path = os.path.join(self.folder, knob)
            if os.path.exists(path):
                self._write(path, str(self.limit))
        swap = os.path.join(self.folder, "memory.swap.max")
        if os.path.exists(swap):
            self._write(swap, "0")
        return self

    def __exit__(self, *exc_info: object) -> None:
        for _ in range(50):
            try:
                os.rmdir(self.folder)
                return
            except OSError:
                import time

                time.sleep(0.1)

    def enter_command(self) -> list[str]:
        """Puts what follows it into the group."""
        procs = os.path.join(self.folder, "cgroup.procs")
        return ["sh", "-c", f'echo $$ > {procs} && exec "$@"', "sh"]

    @staticmethod
    def _write(path: str, text: str) -> None:
        with open(path, "w", encoding="ascii") as file:
            file.write(text)


def judged(program, report) -> dict[str, bool]:
    """What was asked → whether the report has it right, by the program's markers."""
    first = report["diagnosis"][0]
    blamed = first["blame"][0] if first["blame"] else None
    line_right = (
        not first["blame"] or program.marks.get("line") == "none"
        if program.line is None
        else blamed is not None
        and blamed["line"] == program.line
        and os.path.basename(blamed["file"]) == os.path.basename(program.file)
    )
    sure = [f["cause"] for f in report["diagnosis"] if f["confidence"] == "certain"]
    words = first["summary"] + " ".join(e["text"] for e in first["evidence"])
    names = program.listed("names")
    right = {
        "cause": first["cause"] == program.cause,
        "line": line_right,
        "not surely wrong": all(cause == program.cause for cause in sure),
        "words": all(text in words for text in program.listed("text")),
        "names": not names or any(name in words for name in names),
        "signal": (report["signal"] or {"name": "none"})["name"] in program.signals,
    }
    if program.started is not None:
        line = (report["started"] or {}).get("line") or {}
        place = (line.get("line"), line.get("file"))
        right["started"] = place == (program.started, program.path)
    return right
