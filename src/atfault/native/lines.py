"""Source lines and inlined functions at given addresses, read from DWARF in a child process.

Debug files are input, of any size: a forked child reads them, under limits (see `confined`). It
also costs the parent little: the reading runs on another core while the parent goes on with names
and Python state.

    parent   start ──── names, Python objects … ──── finish ── places by address
               └─ fork ─► child: `line_child`, one object after the other ─► text on a pipe

Which addresses: see `symbolize` (a return address comes here as pc − 1 already).
"""

from __future__ import annotations

import functools

from atfault import lazy
from atfault.errors import FormatError
from atfault.formats.elf import SHF_COMPRESSED, SHT_NOBITS, ElfFile
from atfault.model import roles
from atfault.native import confined
from atfault.native.confined import send
from atfault.native.debug_files import open_elf
from atfault.native.line_job import Job
from atfault.native.places import Place, parse_lines
from atfault.snapshot.target_files import LocalFile, TargetFiles

TIME_LIMIT = 30.0
"""Seconds until the child is given up."""
MEMORY_LIMIT = 6 << 30
MAX_ANSWER = 32 << 20
# Unpacking a large debug file costs 50 ms and more, so it is done for the crashed module alone; and
# not at all for the C library's, where a line like strlen-evex.S:79 helps nobody.
_LARGE_PACKED = 1 << 20
_DEBUG_SECTIONS = (".debug_line", ".debug_info")


def debug_section_size(elf: ElfFile) -> tuple[int, bool]:
    """(bytes of line and type information, whether compressed) of a file; (0, False) for none."""
    size, packed, complete = 0, False, False
    try:
        for section in elf.sections:
            if section.name in _DEBUG_SECTIONS and section.type != SHT_NOBITS:
                size += section.size
                packed = packed or bool(section.flags & SHF_COMPRESSED)
                complete = complete or section.name == ".debug_line"
    except FormatError:
        return 0, False
    return (size, packed) if complete else (0, False)


def is_worth_reading(debug: LocalFile, name: str, is_crash: bool) -> bool:
    """Whether to read lines from the debug file of the object called `name`, which is or is not the
    one that crashed."""
    elf = open_elf(debug)
    if elf is None:
        return False
    size, packed = debug_section_size(elf)
    is_wanted = is_crash and not roles.is_c_library(name)
    return bool(size) and (is_wanted or not packed or size <= _LARGE_PACKED)


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
