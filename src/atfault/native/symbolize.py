"""Native stacks → the same stacks with names, source lines and inlined frames.

All stacks are done at once, and each distinct (module, function) and (module, pc) once: a thousand
threads in the same loop, or a recursion of a hundred thousand frames, cost one look-up a place.

Where a frame was interrupted its pc is the next instruction to run; where it has called another
function, its pc is the return address, which may already belong to another line, or past a call
that never returns, to another function. So a return address is looked up at pc − 1:

    frames[0], and the caller of a signal frame    pc
    a signal frame itself (the trampoline)         pc
    every other frame                              pc − 1
"""

from __future__ import annotations

from atfault.errors import AtfaultError
from atfault.model.absent import Absent
from atfault.model.stacks import Location, NativeFrame, NativeStack
from atfault.native import symbol_store
from atfault.native.debug_files import (
    candidate_identity,
    fetch_debug_file,
    find_debug_file,
    may_download,
    mini_debug_info,
    open_elf,
    target_root,
)
from atfault.native.demangling.demangle import demangle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from atfault.formats.elf import ElfFile
    from atfault.model.process import Module
    from atfault.native.debug_files import DebugFile
    from atfault.native.jit import JitObject, JitRegistry
    from atfault.native.lines import Job, LineReader
    from atfault.native.modules import ModuleMap
    from atfault.native.symbol_store import Name, Place, Stored
    from atfault.native.symbols import FoundSymbol
    from atfault.snapshot.protocol import Snapshot

SIGNAL_FRAME_NAME = "<signal handler called>"
_MAX_VDSO = 1 << 20
_UNKNOWN: Name = (0, "", "")


def symbolize(
    stacks: Sequence[NativeStack],
    snapshot: Snapshot,
    modules: ModuleMap | None = None,
    jit: JitRegistry | Absent | None = None,
    *,
    lines: bool = False,
) -> list[NativeStack]:
    """The stacks with symbol, name, location and (with `lines`) inlined frames filled in.

    Inlined frames come before the frame that they are inlined into, innermost first, with its pc,
    sp and cfa and `is_inline`. What cannot be found stays empty. Adds to snapshot.warnings where
    debug information is there but cannot be read. Never raises for what the files hold.
    """
    return Symbolizer(stacks, snapshot, jit, lines=lines).finish()


class ModuleWork:
    """The addresses to look up in one module, and what was found. All are ELF addresses."""

    __slots__ = ("debug", "elf", "module", "places", "stored", "wanted")

    def __init__(self, module: Module) -> None:
        self.module = module
        self.wanted: dict[int, int] = {}
        """Look-up address → start of the function by its unwind information, or 0."""
        self.stored: Stored
        self.places: dict[int, tuple[Place, ...]] = {}
        self.elf: ElfFile | None = None
        self.debug: DebugFile | None = None


class Symbolizer:
    """One run of `symbolize`. Making it starts the reading of lines in a child process; `finish`
    does the rest, so whatever the caller does in between costs no waiting."""

    def __init__(
        self,
        stacks: Sequence[NativeStack],
        snapshot: Snapshot,
        jit: JitRegistry | Absent | None = None,
        *,
        lines: bool = False,
    ) -> None:
        self._stacks = stacks
        self._snapshot = snapshot
        self._jit = None if isinstance(jit, Absent) else jit
        self._work: dict[int, ModuleWork] = {}
        self._jit_addresses: dict[int, tuple[Place, ...]] = {}
        self._done: dict[tuple[int, bool], tuple[NativeFrame, ...]] = {}
        self._reader: LineReader | None = None
        self._tried_download = False
        self._jobs: dict[int, ModuleWork | None] = {}
        self._collect(stacks)
        self._root = target_root(work.module for work in self._work.values())
        for work in self._work.values():
            identity = candidate_identity(work.module, self._root)
            key = symbol_store.key_of(work.module.build_id, work.module.local_path)
            work.stored = symbol_store.load(key, identity)
        if lines:
            self._start_lines()

    def finish(self) -> list[NativeStack]:
        """The symbolized stacks."""
        for work in self._work.values():
            try:
                self._resolve_names(work)
            except AtfaultError as error:
                self._warn(work.module.path, f"symbols not read: {error}")
        if self._reader is not None:
            self._finish_lines(self._reader)
        for work in self._work.values():
            symbol_store.save(work.stored)
        return [self._rebuild(stack) for stack in self._stacks]

    def _warn(self, what: str, why: str) -> None:
        self._snapshot.warnings.append(f"{what}: {why}")

    # -- collecting ------------------------------------------------------------------------------

    def _collect(self, stacks: Sequence[NativeStack]) -> None:
        """Note each distinct address once."""
        seen: set[tuple[int, bool]] = set()
        for stack in stacks:
            exact = True
            for frame in stack.frames:
                key = frame.pc, exact or frame.is_signal_frame
                exact = frame.is_signal_frame
                if key in seen:
                    continue
                seen.add(key)
                self._note(frame, frame.pc if key[1] else frame.pc - 1)

    def _note(self, frame: NativeFrame, address: int) -> None:
        module = frame.module
        if module is None:
            if frame.is_jit:
                self._jit_addresses[address] = ()
            return
        work = self._work.get(module.start)
        if work is None:
            work = self._work[module.start] = ModuleWork(module)
        start = frame.function_start - module.load_bias if frame.function_start else 0
        work.wanted[address - module.load_bias] = start

    # -- lines -----------------------------------------------------------------------------------

    def _start_lines(self) -> None:
        from atfault.native.lines import LineReader

        crash = self._stacks[0].frames[:1] if self._stacks else ()
        crash_start = crash[0].module.start if crash and crash[0].module is not None else 0
        jobs = [
            job
            for work in self._work.values()
            if (job := self._line_job(work, work.module.start == crash_start)) is not None
        ]
        jobs.extend(self._jit_jobs())
        if jobs:
            try:
                self._reader = LineReader(jobs)
            except OSError as error:
                self._warn("source lines", f"no process to read them: {error}")

    def _line_job(self, work: ModuleWork, is_crash: bool) -> Job | None:
        """What to look up in a module, None when all is known or there is nothing to read."""
        from atfault.native.lines import Job, choose_file

        module, known = work.module, work.stored.lines
        missing = tuple([a for a in work.wanted if a not in known])
        work.places = known
        if not missing or module.local_path is None:
            return None
        elf = self._open_own(work)
        self._find_debug(work)
        debug = work.debug.path if work.debug is not None else ""
        path = choose_file(elf, debug, module.name, is_crash)
        if path is None:
            if work.debug is None:
                known.update(dict.fromkeys(missing, ()))
                work.stored.changed = True
            return None
        self._jobs[module.start] = work
        return Job(
            module.start,
            module.local_path,
            path,
            module.start,
            module.end,
            module.load_bias,
            missing,
        )

    def _jit_jobs(self) -> list[Job]:
        from atfault.native.lines import Job

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
            jobs.append(Job(key, "", "", low, high, 0, tuple(addresses), image, sections))
            self._jobs[key] = None
        return jobs

    def _finish_lines(self, reader: LineReader) -> None:
        answer, problem = reader.finish()
        if problem:
            self._warn("source lines of native frames", problem)
        for key, places in answer.items():
            work = self._jobs.get(key)
            if work is None:
                self._jit_addresses.update(places)
            else:
                work.places.update(places)
                work.stored.changed = True

    # -- names -----------------------------------------------------------------------------------

    def _resolve_names(self, work: ModuleWork) -> None:
        names = work.stored.names
        wanted = work.wanted.items()
        missing = {address: start for address, start in wanted if (start or address) not in names}
        if not missing:
            return
        from atfault.native.symbols import has_full_table

        elf = self._open_own(work)
        if elf is None or not has_full_table(elf):
            self._find_debug(work)
        if elf is None and work.debug is None:
            return
        found = look_up(missing, self._symbol_files(work))
        for address, start in missing.items():
            symbol = found.get(address)
            if symbol is None:
                names[start or address] = (start, "", "")
            else:
                name = printable(symbol.name)
                names[start or address] = (symbol.start, name, demangle(name))
        work.stored.changed = work.stored.changed or elf is not None

    def _open_own(self, work: ModuleWork) -> ElfFile | None:
        """The module's own file, or its image in memory."""
        module = work.module
        if work.elf is None:
            if module.local_path is not None:
                work.elf = open_elf(module.local_path)
            elif not module.path.startswith("/"):
                work.elf = self._image(module)
        return work.elf

    def _find_debug(self, work: ModuleWork) -> None:
        """The module's debug file, into work.debug."""
        if work.debug is None:
            work.debug = find_debug_file(work.module, self._root, work.elf)
            if work.debug is None and not self._tried_download and may_download():
                work.debug = self._download(work.module)

    def _download(self, module: Module) -> DebugFile | None:
        """Fetch a debug file; after the first failure no more are tried."""
        found = fetch_debug_file(module.build_id)
        if isinstance(found, str):
            if found:
                self._tried_download = True
                self._warn(f"debug file of {module.name}", found)
            return None
        return found

    def _image(self, module: Module) -> ElfFile | None:
        """The vdso, which is mapped as a whole and has no file."""
        from atfault.formats.elf import ElfFile

        size = module.end - module.start
        if size > _MAX_VDSO:
            return None
        try:
            return ElfFile(self._snapshot.memory.read(module.start, size))
        except AtfaultError:
            return None

    def _symbol_files(self, work: ModuleWork) -> Iterable[ElfFile]:
        """Files with symbols of the module, the fullest first; later ones are opened on demand."""
        from atfault.native.symbols import has_full_table

        elf = work.elf
        if elf is not None and has_full_table(elf):
            yield elf
            return
        if work.debug is not None:
            debug = open_elf(work.debug.path)
            if debug is not None:
                yield debug
        if elf is not None:
            yield elf
            mini = mini_debug_info(elf)
            if mini is not None:
                yield mini

    # -- rebuilding ------------------------------------------------------------------------------

    def _rebuild(self, stack: NativeStack) -> NativeStack:
        """The stack with what was found."""
        out: list[NativeFrame] = []
        done, make = self._done, tuple.__new__
        exact = True
        for frame in stack.frames:
            key = frame.pc, exact or frame.is_signal_frame
            exact = frame.is_signal_frame
            models = done.get(key)
            if models is None:
                models = done[key] = self._describe(frame, frame.pc if key[1] else frame.pc - 1)
            for model in models:
                # pc, cfa, sp and trust are the frame's own, all else is the place's.
                out.append(make(NativeFrame, frame[:4] + model[4:]))
        return NativeStack(tuple(out), stack.stop_reason)

    def _describe(self, frame: NativeFrame, address: int) -> tuple[NativeFrame, ...]:
        """The frame as it looks with names, the ones inlined into it first."""
        if frame.module is None:
            return self._describe_jit(frame, address)
        bias = frame.module.load_bias
        work = self._work[frame.module.start]
        start = frame.function_start - bias if frame.function_start else 0
        address -= bias
        found_start, symbol, name = work.stored.names.get(start or address, _UNKNOWN)
        if frame.is_signal_frame:
            return (frame._replace(symbol=symbol, name=SIGNAL_FRAME_NAME),)
        if found_start and not start:
            frame = frame._replace(function_start=found_start + bias)
        places = work.places.get(address, ())
        return with_places(frame, symbol, name, places)

    def _describe_jit(self, frame: NativeFrame, address: int) -> tuple[NativeFrame, ...]:
        if not frame.is_jit or self._jit is None:
            return (frame,)
        found = self._jit.find(address)
        function = found.function_at(address) if found is not None else None
        if function is None:
            return (frame,)
        symbol = printable(function.name)
        frame = frame._replace(function_start=function.start)
        return with_places(frame, symbol, demangle(symbol), self._jit_addresses.get(address, ()))


def with_places(
    frame: NativeFrame, symbol: str, name: str, places: tuple[Place, ...]
) -> tuple[NativeFrame, ...]:
    """The frame with its location, behind one frame for each function inlined at its pc.

    The last place is that of the function itself; its name in the symbol table is more exact than
    the one in the debug information, which serves where there is no symbol.
    """
    out = []
    for function, file, line, column in places[:-1]:
        where = Location(file, line or None, column or None) if file else None
        out.append(
            frame._replace(symbol="", name=function, location=where, is_inline=True, args=())
        )
    if places:
        function, file, line, column = places[-1]
        where = Location(file, line or None, column or None) if file else None
        out.append(frame._replace(symbol=symbol, name=name or function, location=where))
    else:
        out.append(frame._replace(symbol=symbol, name=name))
    return tuple(out)


def printable(text: str) -> str:
    """`text` with control characters escaped: names come from the target's files."""
    if text.isprintable():
        return text
    return text.encode("unicode_escape").decode("ascii")


def look_up(wanted: dict[int, int], files: Iterable[ElfFile]) -> dict[int, FoundSymbol]:
    """Symbols for {look-up address: function start or 0}, from the first file that has them.

    A symbol is taken when it begins where the unwind information says that the function begins, or
    when its size covers the address; never merely because it comes before.
    """
    from atfault.native.symbols import open_tables

    found: dict[int, FoundSymbol] = {}
    missing = dict(wanted)
    for elf in files:
        for table in open_tables(elf):
            starts = {start for start in missing.values() if start}
            bare = [address for address, start in missing.items() if not start]
            exact, covering = table.search(starts, bare)
            found.update(covering)
            for address, start in missing.items():
                if start in exact:
                    found[address] = exact[start]
            missing = {a: s for a, s in missing.items() if a not in found}
            others = [address for address, start in missing.items() if start]
            if others:
                found.update(table.covering(others))
                missing = {a: s for a, s in missing.items() if a not in found}
        if not missing:
            break
    return found
