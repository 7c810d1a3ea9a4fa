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

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from atfault import lazy
from atfault.contained import contained
from atfault.errors import AtfaultError
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.process import Module
from atfault.model.stacks import Location, NativeFrame, NativeStack
from atfault.native.demangling.demangle import demangle_all
from atfault.native.modules import ModuleMap
from atfault.native.names import ModuleWork, Name, NameFinder, printable
from atfault.native.places import Place
from atfault.snapshot.protocol import Snapshot

if TYPE_CHECKING:  # few processes have code that was made at run time
    from atfault.native.jit import JitFunction, JitRegistry

SIGNAL_FRAME_NAME = "<signal handler called>"
_UNKNOWN: Name = (0, "")
_MAX_INNERMOST = 8


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
        plumbing_lines: bool = True,
    ) -> None:
        """plumbing_lines: as `Options` has it."""
        self.stacks = stacks
        """As they were unwound, without names."""
        self._snapshot = snapshot
        self._jit = None if isinstance(jit, Absent) else jit
        self._work: dict[int, ModuleWork] = {}
        self._jit_addresses: dict[int, tuple[Place, ...]] = {}
        self._done: dict[tuple[int, bool], tuple[NativeFrame, ...]] = {}
        self._collect(stacks)
        if lines and not plumbing_lines:
            self._leave_plumbing_out()
        self._finder = NameFinder(snapshot, self._warn)
        self._lines: Any = None
        with contained("starting to read source lines of native code", snapshot.warnings):
            self._lines = self._line_jobs() if lines else None
        self._names: dict[str, str] = {}
        """Linkage name → the one for people."""

    def finish(self) -> list[NativeStack]:
        """The symbolized stacks."""
        for work in self._work.values():
            with contained(f"reading the symbols of {work.module.path}", self._snapshot.warnings):
                try:
                    work.names.update(self._finder.names(work, work.wanted) or {})
                except AtfaultError as error:
                    self._warn(work.module.path, f"symbols not read: {error}")
        with contained("demangling the names of native code", self._snapshot.warnings):
            self._names = demangle_all(self._symbols())
        if self._lines is not None:
            with contained("reading source lines of native code", self._snapshot.warnings):
                self._lines.finish()
        return [self._named(stack) for stack in self.stacks]

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

    def _leave_plumbing_out(self) -> None:
        """Ask for no lines of the interpreter's own functions but where a stack ends in them."""
        lined: dict[int, set[int]] = {
            start: set() for start, work in self._work.items() if _is_hidden(work.module)
        }
        for stack in self.stacks:
            for frame in stack.frames[:_MAX_INNERMOST]:
                module = frame.module
                if module is None or not _may_end_a_stack(module):
                    break
                if module.start in lined:
                    address = frame.pc - module.load_bias
                    lined[module.start] |= {address, address - 1}
        for start, addresses in lined.items():
            work = self._work[start]
            work.lined = addresses & work.wanted.keys()

    def _line_jobs(self) -> Any:
        """The reading of source lines, begun: a `lines.LineJobs`."""
        crash = self.stacks[0].frames[:1] if self.stacks else ()
        crash_start = crash[0].module.start if crash and crash[0].module is not None else 0
        return lazy.load("atfault.native.lines:LineJobs")(
            self._work,
            crash_start,
            self._jit_addresses,
            self._jit,
            self._finder,
            self._snapshot.files,
            self._warn,
        )

    def _symbols(self) -> Iterator[str]:
        for work in self._work.values():
            for _, symbol in work.names.values():
                yield symbol
        for function in map(self._jit_function, self._jit_addresses):
            if function is not None:
                yield printable(function.name)

    # -- rebuilding ------------------------------------------------------------------------------

    def _named(self, stack: NativeStack) -> NativeStack:
        with contained("naming the frames of a native stack", self._snapshot.warnings):
            return self._rebuild(stack)
        return stack

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
        found_start, symbol = work.names.get(start or address, _UNKNOWN)
        if frame.is_signal_frame:
            return (frame._replace(symbol=symbol, name=SIGNAL_FRAME_NAME),)
        if found_start and not start:
            frame = frame._replace(function_start=found_start + bias)
        places = work.places.get(address, ())
        return with_places(frame, symbol, self._names.get(symbol, symbol), places)

    def _describe_jit(self, frame: NativeFrame, address: int) -> tuple[NativeFrame, ...]:
        function = self._jit_function(address) if frame.is_jit else None
        if function is None:
            return (frame,)
        symbol = printable(function.name)
        frame = frame._replace(function_start=function.start)
        places = self._jit_addresses.get(address, ())
        return with_places(frame, symbol, self._names.get(symbol, symbol), places)

    def _jit_function(self, address: int) -> JitFunction | None:
        found = self._jit.find(address) if self._jit is not None else None
        return found.function_at(address) if found is not None else None


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


def _is_hidden(module: Module) -> bool:
    """Whether a report for people shows its functions only where a stack ends in them."""
    return roles.is_interpreter(module.name) or roles.is_ctypes(module.name)


def _may_end_a_stack(module: Module) -> bool:
    """Whether it is the interpreter, or what that waits or aborts in."""
    return roles.is_interpreter(module.name) or roles.is_c_library(module.name)
