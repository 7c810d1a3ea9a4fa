"""The programs of tests/numba_corpus, each of which Numba refuses, and what is found of them.

The line that is to be blamed carries a comment: cause, then the expression to be underlined.

    return a + text  # fails: numba-operand-types: a + text

A result that contradicts another is underlined without its `return`.

One child process imports Numba with the probe's hooks in place; each program runs in a fork of it,
ends by its exception like any other, and leaves its hand-over in a folder.
"""

from __future__ import annotations

import glob
import os
import re
import subprocess
import sys
from typing import NamedTuple

from atfault.decode.exceptions.case import case_of
from atfault.decode.exceptions.uncaught import read_uncaught
from atfault.diagnose.engine import diagnose
from atfault.model.endings import Termination
from atfault.model.findings import Edit, Finding
from atfault.model.process import ProcessInfo
from atfault.options import Options
from atfault.snapshot.target_files import TargetFiles
from atfault.source import SourceReader

CORPUS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "numba_corpus")
SOURCE = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), "src")
_MARK = re.compile(r"  # fails: ([a-z-]+)(?:: (.*))?$")
TIMEOUT = 300


class Wanted(NamedTuple):
    """What the comment in a program says."""

    cause: str
    line: int
    column: int | None
    expression: str


class Outcome(NamedTuple):
    """What became of a program."""

    finding: Finding | None
    """None when it ran to its end, or left no hand-over."""
    ended: bool
    """By an exception."""
    printed: str = ""


def programs(folder: str = CORPUS) -> list[str]:
    """Paths, in order."""
    return sorted(glob.glob(os.path.join(folder, "*.py")))


def wanted(path: str) -> Wanted:
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            match = _MARK.search(text.rstrip("\n"))
            if match:
                expression = match[2] or ""
                at = text[: match.start()].rfind(expression) if expression else -1
                return Wanted(match[1], number, at + 1 if at >= 0 else None, expression)
    raise AssertionError(f"{path} has no line marked # fails")


def run_all(paths: list[str], folder: str, python: str = sys.executable) -> dict[str, Outcome]:
    """Run the programs, two at a time; what is found of each."""
    listed = os.path.join(folder, "programs.txt")
    with open(listed, "w", encoding="utf-8") as file:
        file.write("\n".join(paths))
    bootstrap = os.path.join(SOURCE, "atfault_probe", "bootstrap")
    env = {**os.environ, "PYTHONPATH": bootstrap, "ATFAULT_PROBE_FOLDER": folder}
    child = os.path.join(os.path.dirname(__file__), "numba_child.py")
    done = subprocess.run(
        [python, child, listed, folder], env=env, capture_output=True, text=True, timeout=TIMEOUT
    )
    assert done.returncode == 0, done.stderr[-3000:]
    pids = dict(line.split(" ", 1)[::-1] for line in done.stdout.splitlines())
    return {
        path: _outcome(folder, pids[path])._replace(printed=_printed(folder, pids[path]))
        for path in paths
    }


def _printed(folder: str, pid: str) -> str:
    with open(os.path.join(folder, f"{pid}.txt"), encoding="utf-8") as file:
        return file.read()


def _outcome(folder: str, pid: str) -> Outcome:
    found = glob.glob(os.path.join(folder, f"{pid}-*.uncaught.json"))
    if not found:
        return Outcome(None, False)
    with open(found[0], "rb") as file:
        handed = read_uncaught(file.read(), Options())
    process = ProcessInfo(pid=int(pid), cwd=folder)
    case = case_of(handed, process, Termination(exit_code=1), SourceReader(TargetFiles()))
    diagnosis = diagnose(case)
    assert diagnosis.warnings == (), diagnosis.warnings
    return Outcome(diagnosis.findings[0], True)


def applied(path: str, edits: tuple[Edit, ...]) -> str:
    """The text of a program with changes made, the last place first."""
    with open(path, encoding="utf-8") as file:
        lines = [line.encode() for line in file.read().splitlines()]
    for edit in sorted(edits, key=lambda one: (one.line, one.column), reverse=True):
        assert edit.file == path
        before = lines[edit.line - 1][: edit.column - 1]
        behind = lines[edit.end_line - 1][edit.end_column - 1 :]
        lines[edit.line - 1 : edit.end_line] = [before + edit.text.encode() + behind]
    return b"\n".join(lines).decode() + "\n"
