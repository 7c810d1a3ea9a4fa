"""Where the program's own code handles reference counts or the addresses of objects by hand.

    def drop(row):
        ctypes.pythonapi.Py_DecRef(row)          count: lowers a count that Python keeps

    def recall(address):
        return ctypes.cast(address, ctypes.py_object).value     address: makes an object of a number

Found by the names that code objects use, whether the line was ever run or not: a hint that goes
with the damage found in memory, nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atfault.cpython.frames.bytecode import Bytecode
from atfault.cpython.frames.code import Code
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.errors import MemoryFault
from atfault.model.suspects import SuspectCall, SuspectKind

MAX_CODES = 400
MAX_CONSTANTS = 2_000
MAX_FOUND = 8
COUNTS = frozenset(
    ("Py_DecRef", "Py_DECREF", "Py_XDECREF", "_Py_DecRef", "_Py_Dealloc", "Py_SetRefcnt")
)
_LOADS = ("LOAD_ATTR", "LOAD_METHOD", "LOAD_GLOBAL", "LOAD_NAME")
CONVERTERS = frozenset(("cast", "from_address", "from_buffer", "PyObj_FromPtr"))


def suspect_calls(
    runtime: PythonRuntime, reader: ObjectReader, codes: Iterable[int]
) -> tuple[SuspectCall, ...]:
    """Such places in the code objects at `codes` and in those nested in them, at most 8."""
    found: list[SuspectCall] = []
    bytecode = Bytecode(runtime)
    for code in _all_codes(runtime, reader, codes):
        try:
            names = set(runtime.codes.names_at(runtime.codes.word(code, "co_names")))
            wanted = _wanted(names)
            if wanted:
                found += _places(runtime, bytecode, code, wanted)
        except (MemoryFault, ValueError):
            continue
        if len(found) >= MAX_FOUND:
            break
    return tuple(dict.fromkeys(found))[:MAX_FOUND]


def _wanted(names: set[str]) -> dict[str, SuspectKind]:
    """Which of the names that one code object uses are to be found in it."""
    wanted: dict[str, SuspectKind] = dict.fromkeys(names & COUNTS, "count")
    if "py_object" in names or "PyObj_FromPtr" in names:
        wanted.update(dict.fromkeys(names & CONVERTERS, "address"))
    elif {"from_address", "id"} <= names:
        wanted["from_address"] = "count"
    return wanted


def _places(
    runtime: PythonRuntime, bytecode: Bytecode, code: Code, wanted: dict[str, SuspectKind]
) -> Iterator[SuspectCall]:
    body = bytecode.body(code)
    if body is None:
        return
    for one in body.instructions:
        if one.name not in _LOADS:
            continue
        used = body.named(one)[0]
        if used in wanted:
            place = runtime.codes.location(code, one.offset)
            line = place.line or code.info.first_line
            yield SuspectCall(place.file, line, code.info.name, used, wanted[used])


def _all_codes(
    runtime: PythonRuntime, reader: ObjectReader, addresses: Iterable[int]
) -> Iterator[Code]:
    """The code objects, and those among their constants, each once."""
    waiting = list(addresses)
    seen: set[int] = set()
    while waiting and len(seen) < MAX_CODES:
        address = waiting.pop(0)
        if address in seen:
            continue
        seen.add(address)
        code = runtime.codes.get(address)
        if code is None:
            continue
        yield code
        for constant in reader.items(runtime.codes.word(code, "co_consts"), MAX_CONSTANTS):
            if reader.type_name(constant) == "code":
                waiting.append(constant)
