"""The examples of docs/examples: for each cause a program that fails so, and its cured twin.

    docs/examples/<cause>/example.toml   what is said of them on the page of the cause
                          bad.py         the program; bad.txt where the input is a text
                          good.py        the same, cured
                          report.txt     what atfault says of bad.py, up to the stacks

example.toml has

    command      what is typed: "atfault run bad.py", or "python bad.py & atfault attach $!"
    twin         the same for the twin, of which nothing is said; command with good, when left out
    build        what is typed before that: ["gcc -g -shared -o libtable.so table.c"]
    twin_build   the same for the twin; build, when left out
    files        more files that the page shows, of the program and of its twin alike
    line         the line of bad.py that the report must name first, or as much of it and what
                 follows as is there once; none where the report names no line
    story, cure  Markdown: what the program is, and what the twin does differently
    inside       words before the command, which make the machine as it has to be
    needs        modules of Python and programs (gcc, root) without which it cannot be run
    python       versions on which bad.py fails so, first-last
    varies       why the report differs from run to run: it is not held against report.txt then
    none_yet     in the place of all that: why there is no example
    similar      other causes, and how to tell this one from them

    python tools/doc_examples.py CAUSE…        run these (all without a name), write their reports
    python tools/doc_examples.py --check …     exit 1 where a report is not what is written there
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any, NamedTuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest brings it

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "docs", "examples")
WIDTH = 88
"""Columns of a report: as many as a page of the site has room for."""
LIMIT_S = 120
REPORT = "report.txt"
MADE_WITH = (3, 11, 7)
"""The Python of which the reports are."""
SETTLE_S = 2
"""From the start of a program to where it hangs."""
HOME, BIN = "/home/you/project", "/home/you/.venv/bin"
"""Stand in reports for the folder in which the examples are run, and for that of Python."""
_BEHIND = ("Traceback  ", "Compiled by Numba", "Child process ", "Not read", "Tried")
_STACKS = re.compile(
    rf'  (Threads? "|\d+ (more )?threads? |\d+ pending task|{"|".join(_BEHIND)})'
    r"|.*\d{4}-\d\d-\d\d \d\d:\d\d UTC$"
)
"""The first line of what follows the answer."""


class Example(NamedTuple):
    """What stands in an example.toml, and beside it."""

    cause: str
    command: str = ""
    twin: str = ""
    build: tuple[str, ...] = ()
    twin_build: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    line: str = ""
    story: str = ""
    cure: str = ""
    inside: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    python: str = ""
    varies: str = ""
    none_yet: str = ""
    similar: dict[str, str] = {}

    @property
    def folder(self) -> str:
        return os.path.join(FOLDER, self.cause)

    def text(self, name: str) -> str:
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def names(self, kind: str) -> list[str]:
        """The files of the program ("bad") or of its twin ("good"), in the order of the page: what
        the command names, what else is called so, and with the program what both share."""
        named = (word.split(":")[0] for word in self.typed(kind).split())
        called = sorted(name for name in os.listdir(self.folder) if name.startswith(kind))
        shared = self.files if kind == "bad" else ()
        return list(dict.fromkeys((*(name for name in named if name in called), *called, *shared)))

    def typed(self, kind: str) -> str:
        """The command for "bad" or "good"."""
        return self.twin if kind == "good" and self.twin else _of(kind, self.command)

    def built(self, kind: str) -> list[str]:
        """What is typed before it."""
        if kind == "good" and self.twin_build:
            return list(self.twin_build)
        return [_of(kind, line) for line in self.build]

    def lines(self, kind: str) -> list[str]:
        """All that is typed, line by line: what goes to the background has one of its own."""
        first, behind, second = self.typed(kind).partition(" & ")
        return [*self.built(kind), *([f"{first} &", second] if behind else [first])]

    @property
    def place(self) -> tuple[str, int] | None:
        """File and line that must be named first; None where the report names no line."""
        if not self.line:
            return None
        (place,) = (
            (name, text[: text.index(self.line)].count("\n") + 1)
            for name, text in ((name, self.text(name)) for name in self.names("bad"))
            if text.count(self.line) == 1
        )
        return place


def _of(kind: str, typed: str) -> str:
    return re.sub(r"(?<![a-z])bad(?![a-z])", kind, typed)


def examples() -> dict[str, Example]:
    """Of each cause that has a folder."""
    found = {}
    for cause in sorted(os.listdir(FOLDER)):
        with open(os.path.join(FOLDER, cause, "example.toml"), "rb") as file:
            found[cause] = Example(cause, **tomllib.load(file))
    return found


def missing(example: Example) -> str:
    """What this machine lacks for it; "" when nothing."""
    for need in example.needs:
        if need == "root":
            there = os.geteuid() == 0
        else:
            there = bool(shutil.which(need)) or importlib.util.find_spec(need) is not None
        if not there:
            return f"{need} is not there"
    if example.inside and subprocess.run([*example.inside, "true"], capture_output=True).returncode:
        return f"{example.inside[0]} is not allowed"
    first, _, last = example.python.partition("-")
    if first and not _minor(first) <= sys.version_info[1] <= _minor(last or first):
        return f"it fails so on Python {example.python}"
    return ""


def _minor(version: str) -> int:
    return int(version.split(".")[1])


class Ran(NamedTuple):
    """One run of a command of an example."""

    code: int
    out: str
    err: str
    report: dict[str, Any] | None
    answer: str
    """The text of the report up to the stacks; "" without a report."""


def run(example: Example, kind: str) -> Ran:
    """Run the program ("bad") or its twin ("good") as the page says."""
    with tempfile.TemporaryDirectory(prefix="atfault-example-") as scratch:
        project, state = os.path.join(scratch, "project"), os.path.join(scratch, "state")
        shutil.copytree(example.folder, project, ignore=shutil.ignore_patterns("*.toml", REPORT))
        os.mkdir(state)
        env = {
            **os.environ,
            "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]]),
            "PYTHONPATH": os.path.join(ROOT, "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_STATE_HOME": state,
            "COLUMNS": str(WIDTH),
        }
        for line in example.built(kind):
            subprocess.run(line, shell=True, check=True, cwd=project, env=env, capture_output=True)
        json_file = os.path.join(scratch, "report.json")
        done = _typed(example, kind, json_file, cwd=project, env=env)
        report, answer = None, ""
        if os.path.exists(json_file):
            with open(json_file, encoding="utf-8") as file:
                report = json.load(file)
            shown = _atfault("show", "--color", "never", json_file, cwd=project, env=env)
            answer = _answer(shown.stdout).replace(project, HOME)
            answer = answer.replace(os.path.dirname(sys.executable), BIN)
        return Ran(done.returncode, done.stdout, done.stderr, report, answer)


def _typed(
    example: Example, kind: str, json_file: str, **kwargs: Any
) -> subprocess.CompletedProcess[str]:
    """What the command does, with its report also in json_file."""
    program, _, ours = example.typed(kind).rpartition(" & ")
    words = shlex.split(ours)[1:]
    words[1:1] = ["--json", json_file]
    if not program:
        return _atfault(*words, inside=example.inside, **kwargs)
    started = subprocess.Popen(
        shlex.split(program),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **kwargs,
    )
    try:
        time.sleep(SETTLE_S)
        return _atfault(*(str(started.pid) if word == "$!" else word for word in words), **kwargs)
    finally:
        started.kill()
        started.wait()


def _atfault(
    *words: str, inside: tuple[str, ...] = (), **kwargs: Any
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*inside, sys.executable, "-m", "atfault", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=LIMIT_S,
        check=False,
        **kwargs,
    )


def _answer(text: str) -> str:
    """The report up to the stacks."""
    lines = text.splitlines()
    end = next((at for at, line in enumerate(lines) if _STACKS.match(line)), len(lines))
    return "\n".join(lines[:end]).rstrip() + "\n"


def is_fresh(example: Example, answer: str) -> bool:
    """Whether report.txt is what was said now. Another version of Python fails at other places of
    its own; another build of the same one calls its functions by other names in the reasons."""
    if example.varies or sys.version_info[:2] != MADE_WITH[:2]:
        return True
    kept = example.text(REPORT)
    if sys.version_info[:3] != MADE_WITH:
        kept, answer = kept.partition("\n  Why\n")[0], answer.partition("\n  Why\n")[0]
    return told(kept) == told(answer)


def _keep(example: Example, answer: str) -> None:
    """Write report.txt, where it differs by more than numbers."""
    path = os.path.join(example.folder, REPORT)
    if not os.path.exists(path) or told(answer) != told(example.text(REPORT)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(answer)
        print(f"{example.cause}: written\n{answer}")


def told(answer: str) -> str:
    """An answer without what differs from run to run, and from one build of Python to another:
    numbers, lines of C, where lines are broken, and which part of a line is marked."""
    answer = re.sub(r"\n +\| +\^+", "", answer)
    answer = re.sub(r"\s\((?:[\w./+-]+\.(?:c|cc|cpp|h|hpp):\d+|(?:lib)?python[\d.]+)\)", "", answer)
    text = re.sub(r"0x[0-9a-f]+", "0", answer)
    text = re.sub(r"\d[\d.,]*", "0", text)
    return " ".join(re.sub(r"\b0 [kMGTP]?B\b", "0 B", text).split())


def main(arguments: list[str]) -> int:
    known = examples()
    wrong = 0
    for cause in [name for name in arguments if name != "--check"] or known:
        example = known[cause]
        if example.none_yet or missing(example):
            print(f"{cause}: {example.none_yet or missing(example)}")
            continue
        answer = run(example, "bad").answer
        if "--check" not in arguments:
            _keep(example, answer)
        elif not is_fresh(example, answer):
            wrong += 1
            print(f"docs/examples/{cause}/{REPORT} is not fresh:\n{answer}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
