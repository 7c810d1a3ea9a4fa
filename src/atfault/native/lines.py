"""Source lines and inlined functions at the addresses of some native stacks: what is looked up in
which file. Which addresses: see `symbolize` (a return address comes here as pc − 1 already).

Debug files are input, of any size: where there is anything to read, a forked child reads it, under
limits (see `confined`). It also costs the parent little: the reading runs on another core while the
parent goes on with names and Python state.

    parent   start ──── names, Python objects … ──── finish ── places by address
               └─ fork ─► child: `line_child`, one object after the other ─► text on a pipe
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from atfault import lazy
from atfault.errors import AtfaultError, FormatError
from atfault.formats.elf import SHF_COMPRESSED, SHT_NOBITS, ElfFile
from atfault.model import roles
from atfault.native import confined
from atfault.native.confined import send
from atfault.native.debug_files import open_elf
from atfault.native.names import ModuleWork, NameFinder
from atfault.native.places import Job, Place, parse_lines
from atfault.snapshot.target_files import LocalFile, TargetFiles

if TYPE_CHECKING:
    from atfault.native.jit import JitObject, JitRegistry

TIME_LIMIT = 30.0
"""Seconds until the child is given up."""
MEMORY_LIMIT = 6 << 30
MAX_ANSWER = 32 << 20
MAX_KNOWN = 1 << 14
"""Addresses of one file that are kept."""
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


class LineJobs:
    """The look-ups of one run of `symbolize`."""

    def __init__(
        self,
        work: dict[int, ModuleWork],
        crash_start: int,
        jit_addresses: dict[int, tuple[Place, ...]],
        jit: JitRegistry | None,
        finder: NameFinder,
        files: TargetFiles,
        warn: Callable[[str, str], None],
    ) -> None:
        """work: by start of the module, one of which (crash_start) is the one that crashed; what is
        found goes into its `places`, and into jit_addresses. files: the target's."""
        self._work = work
        self._jit_addresses = jit_addresses
        self._jit = jit
        self._finder = finder
        self._warn = warn
        self._jobs: dict[int, ModuleWork | None] = {}
        self._reader: LineReader | None = None
        found = [self._of_module(one, one.module.start == crash_start) for one in work.values()]
        jobs = [job for job in found if job is not None]
        jobs.extend(self._of_made_code())
        if jobs:
            try:
                self._reader = LineReader(jobs, files)
            except OSError as error:
                warn("source lines", f"no process to read them: {error}")

    def _of_module(self, work: ModuleWork, is_crash: bool) -> Job | None:
        """What to look up in a module, None when all is known or there is nothing to read."""
        module, known = work.module, work.known.places
        work.places.update({at: known[at] for at in work.lined if at in known})
        missing = tuple([at for at in work.lined if at not in known])
        if module.file is None or not missing:
            return None
        elf = self._finder.open_own(work)
        self._finder.find_debug(work)
        debug = None
        if elf is None or not debug_section_size(elf)[0]:
            debug = work.debug
            if debug is None or not is_worth_reading(debug, module.name, is_crash):
                return None
        self._jobs[module.start] = work
        return Job(
            module.start,
            module.file,
            debug,
            module.start,
            module.end,
            module.load_bias,
            missing,
        )

    def _of_made_code(self) -> list[Job]:
        by_object: dict[int, tuple[JitObject, list[int]]] = {}
        for address in self._jit_addresses:
            found = self._jit.find(address) if self._jit is not None else None
            if found is not None:
                by_object.setdefault(found.address, (found, []))[1].append(address)
        jobs = []
        for key, (found, addresses) in by_object.items():
            if not any(section.name == ".debug_line" for section in found.sections):
                continue
            try:
                image = found.image()
            except AtfaultError:
                continue
            sections = tuple((s.name, s.address) for s in found.sections if s.address)
            low = min(start for start, _ in found.ranges)
            high = max(end for _, end in found.ranges)
            jobs.append(Job(key, None, None, low, high, 0, tuple(addresses), image, sections))
            self._jobs[key] = None
        return jobs

    def finish(self) -> None:
        """Put the places that were found where they belong."""
        if self._reader is None:
            return
        answer, problem = self._reader.finish()
        if problem:
            self._warn("source lines of native frames", problem)
        for key, places in answer.items():
            work = self._jobs.get(key)
            if work is None:
                self._jit_addresses.update(places)
            else:
                work.places.update(places)
        for work in self._jobs.values() if not problem else ():
            if work is not None and len(work.known.places) < MAX_KNOWN:
                work.known.places.update({at: work.places.get(at, ()) for at in work.lined})


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
