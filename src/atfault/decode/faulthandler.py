"""Python's own faulthandler text → ProcessState, for a program that could not be traced.

Fatal Python error: Segmentation fault

Current thread 0x00007f11a2b3c740 [MainThread] (most recent call first):      name: 3.14
  File "/srv/paint.py", line 11 in paint
  File "/srv/paint.py", line 18 in <module>

Thread 0x00007f119ffff6c0 (most recent call first):
  ...                                                         more than 100 frames
"""

import re
from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.process import ProcessInfo, Registers, Thread
from atfault.model.stacks import (
    CodeInfo,
    Location,
    PyFrame,
    PythonStack,
    StackTrace,
    ThreadFrame,
    ThreadState,
)
from atfault.model.state import Ending, GilState, ProcessState, PythonInfo
from atfault.stacks.mine import is_mine

WHY = "the program could not be traced; this is what faulthandler wrote"
_MAX_LINES = 50_000
_THREAD = re.compile(
    r"(Current thread|Thread) (0x[0-9a-f]+)(?: \[(.*)\])? \(most recent call first\):$"
)
_FRAME = re.compile(r'  File "(.*)", line (\d+|\?\?\?) in (.*)$')
_HEADER_END = "end"


class Dump(NamedTuple):
    """The parsed text."""

    facts: dict[str, str]
    """version, implementation, stdlib, prefix, executable: what the probe wrote first."""
    threads: "tuple[DumpedThread, ...]"
    """The one that crashed first."""


class DumpedThread(NamedTuple):
    ident: str
    """pthread_self() in hex; the kernel's thread id is not in the text."""
    name: str
    is_current: bool
    frames: tuple[tuple[str, int | None, str], ...]
    """(file, line, function), the innermost first."""
    is_cut: bool
    """It had more frames than faulthandler prints."""


def parse(text: str) -> Dump:
    """Never fails: what is not understood is skipped."""
    facts: dict[str, str] = {}
    threads: list[DumpedThread] = []
    frames: list[tuple[str, int | None, str]] = []
    in_header = True
    in_thread = False
    for line in text.split("\n")[:_MAX_LINES]:
        if in_header and not line.startswith(("Fatal", "Current", "Thread")):
            name, equals, value = line.partition("=")
            if equals and name.isalpha():
                facts.setdefault(name, value)
            in_header = line != _HEADER_END
            continue
        in_header = False
        match = _THREAD.match(line)
        if match:
            frames = []
            is_current = match[1] == "Current thread"
            threads.append(DumpedThread(match[2], match[3] or "", is_current, (), False))
            in_thread = True
            continue
        match = _FRAME.match(line) if in_thread else None
        if match:
            number = int(match[2]) if match[2].isdigit() else None
            frames.append((match[1], number, match[3]))
            threads[-1] = threads[-1]._replace(frames=tuple(frames))
        elif in_thread and line == "  ...":
            threads[-1] = threads[-1]._replace(is_cut=True)
        else:
            in_thread = False
    threads.sort(key=lambda thread: not thread.is_current)
    return Dump(facts, tuple(threads))


def state_from_dump(dump: Dump, process: ProcessInfo, termination: Termination) -> ProcessState:
    """The state of a process of which nothing but the dump is known."""
    version = dump.facts.get("version", "")
    python: PythonInfo | Absent = Absent("no Python ran in it, or none that loads sitecustomize")
    if re.fullmatch(r"\d+\.\d+\.\d+", version):
        major, minor, micro = (int(part) for part in version.split("."))
        python = PythonInfo(
            version=(major, minor, micro),
            version_text=version,
            implementation=dump.facts.get("implementation", "CPython"),
            prefix=dump.facts.get("prefix", ""),
            stdlib=dump.facts.get("stdlib", ""),
        )
    return ProcessState(
        process=process._replace(executable=dump.facts.get("executable", process.executable)),
        arch="",
        kind="traced",
        ending=Ending(Absent(WHY), termination),
        python=python,
        gil=GilState(known=False, reason=WHY),
        threads=tuple([_thread(thread, dump, process.pid, python) for thread in dump.threads]),
    )


def _thread(dumped: DumpedThread, dump: Dump, pid: int, python: PythonInfo | Absent) -> ThreadState:
    reason = "faulthandler prints 100 frames at most" if dumped.is_cut else ""
    frames = []
    merged = []
    for file, line, function in dumped.frames:
        code = CodeInfo(0, function, function, file, 0)
        frame = PyFrame(0, code, Location(file, line), Absent(WHY), False)
        frames.append(frame)
        mine = not isinstance(python, Absent) and is_mine(file, python)
        merged.append(ThreadFrame("python", python=frame, mine=mine))
    registers = Registers((None,) * 17)
    only = len(dump.threads) == 1
    return ThreadState(
        thread=Thread(pid if only else 0, dumped.name or dumped.ident, registers),
        stack=StackTrace(tuple(merged), merged=True, stop_reason=reason),
        native=Absent(WHY),
        python=PythonStack(tuple(frames), stop_reason=reason),
        python_name=dumped.name,
        crashed=dumped.is_current,
    )
