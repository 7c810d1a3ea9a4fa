"""Python exceptions in memory, with where they were raised."""

from collections.abc import Iterable
from typing import NamedTuple

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.changes import is_special
from atfault.cpython.frames.code import Code
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.handlers import value_decoder
from atfault.cpython.values.object_reader import ObjectReader
from atfault.model.exception import Unhandled
from atfault.model.places import Place
from atfault.model.values import Value
from atfault.options import Options
from atfault.stacks.mine import is_mine

MAX_FRAMES = 2000
_ENDLESS = "a traceback without an end"


class _Entry(NamedTuple):
    """Of a traceback."""

    place: Place
    code: Code
    lasti: int


class ExceptionReader:
    """Reads those of one process. All methods raise MemoryFault, and ValueError for a traceback
    whose end is not reached."""

    def __init__(self, runtime: PythonRuntime, options: Options) -> None:
        self.runtime = runtime
        self.memory, self.structs = runtime.memory, runtime.offsets
        self.reader = ObjectReader(runtime)
        self.decoder = None
        if options.locals:
            self.decoder = value_decoder(
                self.memory, self.structs, runtime.version, mask_secrets=options.mask_secrets
            )

    def raised(self, exception: int, trace: int = 0, *, in_part: bool = False) -> Unhandled | None:
        """The exception with its places; None where it has none.

        trace: where the address of its traceback is kept, if not in itself.
        in_part: what can be read of a traceback is enough."""
        own = self.structs["PyBaseExceptionObject"]["traceback"]
        if not exception:
            return None
        entries, is_whole = self._entries(trace or exception + own)
        if not is_whole and not in_part:
            raise ValueError(_ENDLESS)
        text = self.shown(exception) or self.reader.type_name(exception)
        if not entries or not text:
            return None
        places = tuple(one.place for one in entries)
        return Unhandled(text, places, is_whole, self._handed_on(entries))

    def is_traceback(self, at: int) -> bool:
        """Of one that is being destroyed, too."""
        held = self.reader.word(at + self.structs["PyObject"]["ob_type"]) if at else 0
        kind = self.reader.class_at(held)
        return kind is not None and kind.name == "traceback"

    def released(self, traces: Iterable[int]) -> Unhandled | None:
        """The exception that one of these tracebacks is left of, the one that leads furthest."""
        found = max(
            map(self._entries_from, traces), key=lambda one: len(one[0]), default=([], True)
        )
        entries, is_whole = found
        if not entries:
            return None
        places = tuple(one.place for one in entries)
        return Unhandled("an exception", places, is_whole, self._handed_on(entries), True)

    def shown(self, address: int) -> str:
        """A value as reports have it; "" where values are left out."""
        value = self.decoder.decode(address) if self.decoder is not None and address else None
        return value.text if isinstance(value, Value) else ""

    def places(self, trace: int) -> tuple[Place, ...]:
        """Of the traceback whose address is kept at `trace`, innermost first."""
        entries, is_whole = self._entries(trace)
        if not is_whole:
            raise ValueError(_ENDLESS)
        return tuple(one.place for one in entries)

    def _entries(self, trace: int) -> tuple[list[_Entry], bool]:
        """(those of a traceback, innermost first; whether its end was reached): who raised it is
        else not known."""
        return self._entries_from(self.memory.u64(trace))

    def _entries_from(self, at: int) -> tuple[list[_Entry], bool]:
        seen, found, is_whole = set[int](), list[_Entry](), True
        fields = self.structs["PyTracebackObject"]
        while self.is_traceback(at) and at not in seen:
            if len(seen) >= MAX_FRAMES:
                break
            seen.add(at)
            entry = self._entry(at)
            is_whole = entry is not None
            if entry is not None:
                found.append(entry)
            at = self.memory.u64(at + fields["tb_next"])
        return found[::-1], is_whole and not at

    def _entry(self, at: int) -> _Entry | None:
        """One (Include/cpython/traceback.h). Its line is -1 until somebody asks (3.12 and
        later)."""
        memory, frames = self.memory, self.structs["PyFrameObject"]
        fields = self.structs["PyTracebackObject"]
        inner = self.structs.get("_PyInterpreterFrame", {})
        frame = memory.u64(at + fields["tb_frame"])
        if "f_code" in frames:
            address = memory.u64(frame + frames["f_code"])
        else:
            code_field = inner.get("f_code", inner.get("f_executable", 0))
            address = memory.u64(memory.u64(frame + frames["f_frame"]) + code_field) & ~7
        code = self.runtime.codes.get(address)
        if code is None:
            return None
        lasti, line = memory.i32(at + fields["tb_lasti"]), memory.i32(at + fields["tb_lineno"])
        if line <= 0:
            line = self.runtime.codes.location(code, lasti).line or 0
        file = code.info.filename
        mine = is_mine(file, self.runtime.info())
        return _Entry(Place(file, line or None, code.info.name, mine=mine), code, lasti)

    def _handed_on(self, entries: list[_Entry]) -> Place | None:
        """The call of the user's whose native code ran the special method that raised it."""
        if len(entries) < 2 or not is_special(entries[0].code.info.name):
            return None
        caller = entries[1]
        body = Bytecode(self.runtime).body(caller.code) if caller.place.mine else None
        for one in body.instructions if body is not None else ():
            if one.offset <= caller.lasti < one.following:
                return caller.place if one.name.startswith(("CALL", "PRECALL")) else None
        return None
