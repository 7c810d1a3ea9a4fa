"""The zoo's other half: programs that hang for a known reason, and healthy or slow ones.

    # hang: cause=deadlock confidence=certain python=3.8-3.15 names=pay-1
    # healthy: needs=numpy

hang         cause         the finding to be made, by the contract's id
             confidence    those allowed, separated by |
             watch         "yes": needs samples over time; a core cannot tell
             core          "no": a core cannot tell: it lies in other processes or the kernel, or
                           takes a second look
             text, names   words the finding must contain (all; one of them)
             file          where the marked lines are, when not in the program itself
both         computes      "yes": keeps a processor busy
             needs         modules of Python, or gcc
             native        a C file of hangs/native that is compiled for it
             python        versions on which it is run beside this one, first-last
             first         "yes": one of those that `make test` runs, for their mechanism

Every line that ends in `# <-- here` must be named by the finding, and the first line it names must
be one of them. `# <-- here~` marks the head of a loop: the line named first may be inside of it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from typing import NamedTuple

from support.compiled import LIBRARY, compile_once, has_compiler

ZOO = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "zoo")
START_LIMIT_S = 30
SETTLE_S = 1.3
"""From READY to the hang: the longest sleep in a program, and some."""
HARMLESS = frozenset(("slow-not-stuck", "waiting-external", "unknown"))
"""Causes that do not claim a fault."""
SURELY = "not surely wrong"


class HangProgram(NamedTuple):
    name: str
    path: str
    kind: str
    """"hang" or "healthy"."""
    marks: dict[str, str]
    file: str
    """Absolute path of the file with the marked lines."""
    lines: tuple[int, ...]
    loop: tuple[int, int] | None
    """First and last line of a marked loop."""

    @property
    def cause(self) -> str:
        return self.marks["cause"]

    @property
    def computes(self) -> bool:
        return self.marks.get("computes") == "yes"

    @property
    def is_first(self) -> bool:
        return self.marks.get("first") == "yes"

    def listed(self, key: str) -> list[str]:
        return [part for part in self.marks.get(key, "").split(",") if part]

    def runs_on(self, minor: int, free_threaded: bool = False) -> bool:
        """Whether it is to be run on CPython 3.<minor>."""
        if free_threaded and self.marks.get("gil") == "needed":
            return False
        first, _, last = self.marks.get("python", "3.99").partition("-")
        return int(first.split(".")[1]) <= minor <= int((last or first).split(".")[1])


def programs(kind: str) -> list[HangProgram]:
    """The hanging ("hang") or the healthy ("healthy") programs, by name."""
    folder = os.path.join(ZOO, "hangs" if kind == "hang" else "healthy")
    names = sorted(name for name in os.listdir(folder) if name.endswith(".py"))
    return [_program(os.path.join(folder, name), kind) for name in names]


def _program(path: str, kind: str) -> HangProgram:
    with open(path, encoding="utf-8") as file:
        head, _, header = file.readline().strip().lstrip("# ").partition(":")
    assert head == kind, f"{path}: its first line must begin with '# {kind}:'"
    marks = dict(part.split("=", 1) for part in header.split())
    marked = os.path.join(os.path.dirname(path), marks["file"]) if "file" in marks else path
    with open(marked, encoding="utf-8") as file:
        text = file.read().splitlines()
    lines = tuple(n for n, line in enumerate(text, 1) if line.endswith("# <-- here"))
    return HangProgram(
        os.path.basename(path)[:-3], path, kind, marks, marked, lines, _marked_loop(text)
    )


def _marked_loop(text: list[str]) -> tuple[int, int] | None:
    for number, line in enumerate(text, 1):
        if line.endswith("# <-- here~"):
            indent = len(line) - len(line.lstrip())
            last = number
            for later in text[number:]:
                if later.strip() and len(later) - len(later.lstrip()) <= indent:
                    break
                last += 1
            return number, last
    return None


def compile_natives(folder: str) -> None:
    """Build every C file of hangs/native into `folder`, if there is a compiler."""
    source = os.path.join(ZOO, "hangs", "native")
    for name in os.listdir(source):
        if name.endswith(".c") and has_compiler(name):
            compile_once(
                os.path.join(source, name), os.path.join(folder, name[:-2] + ".so"), *LIBRARY
            )


class Running:
    """A program of the zoo that was started and has settled; kill() ends it and its children."""

    def __init__(self, program: HangProgram, command: list[str], environment: dict[str, str]):
        self.program = program
        self._log = os.memfd_create(program.name)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=self._log, stderr=subprocess.STDOUT,
            env=environment, start_new_session=True,
        )  # fmt: skip

    @property
    def pid(self) -> int:
        return self.process.pid

    def output(self) -> str:
        size = os.fstat(self._log).st_size
        return os.pread(self._log, size, 0).decode(errors="replace")

    def wait_until_settled(self) -> str:
        """ "" when it runs and has had time to hang, else why not."""
        deadline = time.monotonic() + START_LIMIT_S
        while "READY" not in self.output():
            if self.process.poll() is not None or time.monotonic() > deadline:
                return f"{self.program.name} did not get ready: {self.output()[-800:]}"
            time.sleep(0.02)
        time.sleep(SETTLE_S)
        if self.process.poll() is not None:
            return f"{self.program.name} ended: {self.output()[-800:]}"
        return ""

    def kill(self) -> None:
        """End every process of its session."""
        if self._log < 0:
            return
        for pid in _session(self.process.pid):
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
        os.close(self._log)
        self._log = -1


def _session(leader: int) -> list[int]:
    """Pids of the session that `leader` leads, itself included."""
    found = [leader]
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                fields = re.sub(r"^.*\)", "", file.read()).split()
        except OSError:
            continue
        if int(fields[3]) == leader and int(name) != leader:
            found.append(int(name))
    return found


def judged(program, report: dict) -> dict[str, bool]:
    """What was asked about a hang → whether the report has it right."""
    found = report["diagnosis"]
    first = found[0]
    named = {
        (os.path.basename(b["file"]), b["line"]) for b in first["blame"] if b["line"] is not None
    }
    base = os.path.basename(program.file)
    allowed = program.marks.get("confidence", "certain|likely|possible").split("|")
    words = json.dumps(first)
    return {
        "cause": first["cause"] == program.cause,
        "lines": _lines_right(program, first["blame"], named, base),
        "confidence": first["confidence"] in allowed,
        "words": all(w in words for w in program.listed("text") + program.listed("names")),
        SURELY: all(f["cause"] == program.cause for f in found if f["confidence"] == "certain"),
    }


def _lines_right(program, blame: list[dict], named: set, base: str) -> bool:
    if not blame or os.path.basename(blame[0]["file"]) != base:
        return False
    if program.loop is not None:
        return program.loop[0] <= blame[0]["line"] <= program.loop[1]
    wanted = {(base, line) for line in program.lines}
    return wanted <= named and blame[0]["line"] in program.lines


def told(findings: list[dict]) -> str:
    short = [
        {
            "cause": f["cause"],
            "confidence": f["confidence"],
            "summary": f["summary"],
            "blame": [f"{os.path.basename(b['file'])}:{b['line']}" for b in f["blame"]],
            "evidence": [e["text"] for e in f["evidence"]],
        }
        for f in findings
    ]
    return json.dumps(short, indent=1, ensure_ascii=False)


def no_false_alarm(program, report: dict) -> dict[str, bool]:
    """Whether a healthy program's report claims no fault."""
    harmless = HARMLESS | set(program.listed("may"))
    first, *others = report["diagnosis"]
    claims = [first, *(f for f in others if f["confidence"] != "possible")]
    return {"no false alarm": all(f["cause"] in harmless for f in claims)}
