"""Source lines read from DWARF in a child process.

Debug files are input, of any size: a forked child reads them, under limits (see `confined`). It
also costs the parent little: the reading runs on another core while the parent goes on with names
and Python state.

    parent   start ──── names, Python objects … ──── finish ── places by address
               └─ fork ─► child: `line_child`, one object after the other ─► text on a pipe
"""

from __future__ import annotations

import functools

from atfault import lazy
from atfault.native import confined
from atfault.native.confined import send
from atfault.native.places import Job, Place, parse_lines
from atfault.snapshot.target_files import TargetFiles

TIME_LIMIT = 30.0
"""Seconds until the child is given up."""
MEMORY_LIMIT = 6 << 30
MAX_ANSWER = 32 << 20


class LineReader:
    """A child process that reads the lines for some jobs."""

    def __init__(self, jobs: list[Job], files: TargetFiles) -> None:
        """Starts it. files: the target's, with whose rights it reads.

        Raises OSError when no process can be made.
        """
        work = functools.partial(_read, jobs, files)
        self._child = confined.Child(work, TIME_LIMIT, MEMORY_LIMIT)

    def finish(self) -> tuple[dict[int, dict[int, tuple[Place, ...]]], str]:
        """({job key: {address: places}}, problem): what arrived, and why not all did."""
        return _parse_answer(*self._child.finish(MAX_ANSWER))


def _parse_answer(text: str, problem: str) -> tuple[dict[int, dict[int, tuple[Place, ...]]], str]:
    """The child's text: lines of places, "end <key>" behind those of a job, "! reason" for what is
    missing, and at last "."."""
    answer: dict[int, dict[int, tuple[Place, ...]]] = {}
    current: list[str] = []
    ended = False
    for line in text.split("\n"):
        if line.startswith("end "):
            try:
                places = parse_lines(current)
                answer.setdefault(int(line[4:]), {}).update(places)
            except (ValueError, IndexError):
                problem = problem or "its answer is damaged"
            current = []
        elif line.startswith("!"):
            problem = problem or line[2:]
        elif line == ".":
            ended = True
        elif line:
            current.append(line)
    if not ended and not problem:
        problem = "the reader of debug information crashed on it"
    return answer, problem


# -- in the child --------------------------------------------------------------------------------


def _read(jobs: list[Job], files: TargetFiles, writer: int) -> None:
    try:
        lazy.load("atfault.native.line_child:answer")(jobs, files, writer)
    except Exception as error:
        send(writer, f"! {type(error).__name__}: {error}".replace("\n", " ") + "\n")
