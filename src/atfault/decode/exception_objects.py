"""Python exceptions in memory, with where they were raised."""

from collections.abc import Iterator

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.handlers import value_decoder
from atfault.cpython.values.object_reader import ObjectReader
from atfault.model.places import Place
from atfault.model.state import Unhandled
from atfault.model.values import Value
from atfault.options import Options
from atfault.stacks.mine import is_mine

MAX_FRAMES = 2000


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

    def raised(self, exception: int, trace: int = 0) -> Unhandled | None:
        """The exception with its places; None where it has none.

        trace: where the address of its traceback is kept, if not in itself."""
        own = self.structs["PyBaseExceptionObject"]["traceback"]
        places = self.places(trace or exception + own) if exception else ()
        text = self.shown(exception) or self.reader.type_name(exception)
        return Unhandled(text, places) if places and text else None

    def shown(self, address: int) -> str:
        """A value as reports have it; "" where values are left out."""
        value = self.decoder.decode(address) if self.decoder is not None and address else None
        return value.text if isinstance(value, Value) else ""

    def places(self, trace: int) -> tuple[Place, ...]:
        """Of the traceback whose address is kept at `trace`, innermost first."""
        return tuple(_places(self.runtime, self.reader, self.memory.u64(trace)))[::-1]


def _places(runtime: PythonRuntime, reader: ObjectReader, trace: int) -> Iterator[Place]:
    """Of a traceback (Include/cpython/traceback.h), outermost first. Its line is -1 until somebody
    asks (3.12 and later). Raises ValueError where its end is not reached: who raised it is then not
    known."""
    memory, structs = runtime.memory, runtime.offsets
    fields, frames = structs["PyTracebackObject"], structs["PyFrameObject"]
    inner = structs.get("_PyInterpreterFrame", {})
    code_field = inner.get("f_code", inner.get("f_executable", 0))
    python = runtime.info()
    seen: set[int] = set()
    while reader.type_name(trace) == "traceback" and trace not in seen and len(seen) < MAX_FRAMES:
        seen.add(trace)
        frame = memory.u64(trace + fields["tb_frame"])
        if "f_code" in frames:
            address = memory.u64(frame + frames["f_code"])
        else:
            address = memory.u64(memory.u64(frame + frames["f_frame"]) + code_field) & ~7
        code = runtime.codes.get(address)
        if code is not None:
            lasti = memory.i32(trace + fields["tb_lasti"])
            line = memory.i32(trace + fields["tb_lineno"])
            if line <= 0:
                line = runtime.codes.location(code, lasti).line or 0
            file = code.info.filename
            yield Place(file, line or None, code.info.name, mine=is_mine(file, python))
        trace = memory.u64(trace + fields["tb_next"])
    if trace:
        raise ValueError("a traceback without an end")
