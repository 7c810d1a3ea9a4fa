"""What is to be looked up in which file, for the source lines of some native stacks.

Making it starts the reading, in a child process; `finish` waits for it.
"""

from __future__ import annotations

from collections.abc import Callable

from atfault.errors import AtfaultError
from atfault.native.jit import JitObject, JitRegistry
from atfault.native.line_job import Job
from atfault.native.lines import LineReader, debug_section_size, is_worth_reading
from atfault.native.names import ModuleWork, NameFinder
from atfault.native.places import Place
from atfault.snapshot.target_files import TargetFiles


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
        module = work.module
        if module.file is None:
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
            tuple(work.wanted),
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
