"""Local variables of a frame: where they lie, what they are called, which kind they are.

3.8-3.10   f_localsplus: | co_varnames … | cells of co_cellvars … | cells of co_freevars … |
           an argument that inner functions use lives in its cell; its own slot is empty
3.11+      localsplus: one slot per name in co_localsplusnames, whose kind is a byte of
           co_localspluskinds: local 0x20, cell 0x40, free 0x80, hidden 0x10 (a comprehension's,
           3.12+). A cell or free slot holds a cell object, and that the value.
           3.14+ keeps two tag bits in the low end of each slot.

Modules and class bodies keep their names in a dict instead: f_locals.
"""

from __future__ import annotations

from atfault.cpython.frames.code import Code
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.dicts import dict_items
from atfault.cpython.values.objects import ValueDecoder
from atfault.cpython.values.strings import escape, read_text
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.stacks import PyFrame
from atfault.model.values import Variable

_OPTIMIZED, _VARARGS, _VARKEYWORDS = 0x1, 0x4, 0x8
_MAX_LOCALS = 4096
_MAX_NAMES = 60
"""Of a module or class body."""
_MAX_SCANNED = 2000
_MAX_NAME = 200
_TAGS = 3

# What a module's dict holds that tells the reader nothing: imports and definitions.
_DEFINITIONS = frozenset(
    ("module", "lazy_import", "function", "type", "builtin_function_or_method")
)


def frame_locals(
    runtime: PythonRuntime, frame: PyFrame, decoder: ValueDecoder
) -> tuple[Variable, ...] | Absent:
    """The local variables of a frame of the process, arguments first, unset ones left out.

    For the frame of a module the names that it has defined so far, bounded. Absent when they
    cannot be read.
    """
    if runtime.left_out:
        return Absent(runtime.left_out)
    code = runtime.codes.get(frame.code.address)
    if code is None:
        return Absent("its code object cannot be read")
    if not frame.address:
        return Absent("its frame is gone")
    try:
        if not code.flags & _OPTIMIZED:
            return _namespace(runtime, frame, decoder)
        slots = _slots(runtime, frame, code)
    except MemoryFault as fault:
        return Absent(f"its variables cannot be read: {fault}")
    except (ValueError, BrokenObject) as error:
        return Absent(f"its variables cannot be read: {error}")
    decoder.begin_frame()
    found: dict[str, Variable] = {}
    for name, kind, address in slots:
        if address and name not in found:
            found[name] = Variable(name, decoder.decode(address, name), kind)
    return tuple(found.values())


def _slots(runtime: PythonRuntime, frame: PyFrame, code: Code) -> list[tuple[str, str, int]]:
    """(name, kind, address of the value or 0) in the order of the slots."""
    if runtime.version[1] >= 11:
        return _slots_by_kind(runtime, frame, code)
    named = _named_slots(runtime, code)
    names, cells, free = ([name for name, kind in named if kind == k] for k in range(3))
    words = slot_words(runtime, frame, code)
    arguments = set(names[: argument_count(runtime, code)])
    kinds = ["argument" if name in arguments else "local" for name in names]
    kinds += ["argument" if name in arguments else "cell" for name in cells]
    kinds += ["free"] * len(free)
    values = [
        address if i < len(names) else _in_cell(runtime, address) for i, address in enumerate(words)
    ]
    return list(zip(names + cells + free, kinds, values))


def _slots_by_kind(
    runtime: PythonRuntime, frame: PyFrame, code: Code
) -> list[tuple[str, str, int]]:
    constants = runtime.constants
    named = _named_slots(runtime, code)
    words = slot_words(runtime, frame, code)
    if runtime.version[1] >= 14:
        words = tuple(0 if word & _TAGS == _TAGS else word & ~_TAGS for word in words)
    arguments = argument_count(runtime, code)
    is_cell, is_free = constants["CO_FAST_CELL"], constants["CO_FAST_FREE"]
    out = []
    for i, ((name, flag), address) in enumerate(zip(named, words)):
        kind = "local"
        if flag & is_free:
            kind = "free"
        elif flag & is_cell:
            kind = "cell"
        if flag & (is_cell | is_free):
            address = _in_cell(runtime, address)
        out.append((name, "argument" if i < arguments else kind, address))
    return out


def slot_words(runtime: PythonRuntime, frame: PyFrame, code: Code) -> tuple[int, ...]:
    """What is in the slots of the local variables, as it is. Raises MemoryFault, or ValueError."""
    if runtime.version[1] >= 11:
        at = runtime.offsets["_PyInterpreterFrame"]["localsplus"]
    else:
        at = runtime.offsets["PyFrameObject"]["f_localsplus"]
    return runtime.memory.u64s(frame.address + at, len(_named_slots(runtime, code)))


def slots_of(runtime: PythonRuntime, code: Code, names: tuple[str, ...]) -> tuple[int, ...]:
    """The number of the first slot of each of these variables, -1 for one that there is not. Raises
    MemoryFault, or ValueError."""
    known = code.slots_of.get(names)
    if known is None:
        own = [name for name, _ in _named_slots(runtime, code)]
        known = tuple([own.index(name) if name in own else -1 for name in names])
        code.slots_of[names] = known
    return known


def _named_slots(runtime: PythonRuntime, code: Code) -> tuple[tuple[str, int], ...]:
    """(name, kind bits) of each slot; up to 3.10 the kind is 0, of a cell 1, of a free variable 2.
    Raises MemoryFault, or ValueError."""
    if code.slots is None and runtime.version[1] <= 10:
        fields = enumerate(("co_varnames", "co_cellvars", "co_freevars"))
        codes = runtime.codes
        code.slots = tuple(
            (name, kind)
            for kind, field in fields
            for name in codes.names_at(codes.word(code, field))
        )
    elif code.slots is None:
        codes = runtime.codes
        count = codes.int(code, "co_nlocalsplus")
        if not 0 <= count <= _MAX_LOCALS:
            raise ValueError(f"a frame of {count} variables")
        names = codes.names_at(codes.word(code, "co_localsplusnames"))
        flags = codes.bytes_at(codes.word(code, "co_localspluskinds"))
        if len(names) != count or len(flags) != count:
            raise ValueError("its names and kinds do not fit together")
        code.slots = tuple(zip(names, flags))
    return code.slots


def plain_slots(runtime: PythonRuntime, code: Code) -> list[tuple[int, str]]:
    """(number, name) of the slots of variables that no other function shares. Raises MemoryFault,
    or ValueError."""
    shared = 3
    if runtime.version[1] >= 11:
        constants = runtime.constants
        shared = constants["CO_FAST_CELL"] | constants["CO_FAST_FREE"]
    named = enumerate(_named_slots(runtime, code))
    return [(index, name) for index, (name, kind) in named if not kind & shared]


def argument_count(runtime: PythonRuntime, code: Code) -> int:
    """Number of leading slots that are parameters, *args and **kwargs included."""
    codes = runtime.codes
    count = codes.int(code, "co_argcount") + codes.int(code, "co_kwonlyargcount")
    return count + bool(code.flags & _VARARGS) + bool(code.flags & _VARKEYWORDS)


def _in_cell(runtime: PythonRuntime, cell: int) -> int:
    """What the cell at `cell` holds; 0 when it is empty."""
    if not cell:
        return 0
    return runtime.memory.u64(cell + runtime.offsets["PyCellObject"]["ob_ref"])


def _namespace(
    runtime: PythonRuntime, frame: PyFrame, decoder: ValueDecoder
) -> tuple[Variable, ...]:
    """Variables of a module or class body. In a module's, imports and definitions are left out;
    what was assigned last is kept when there is too much."""
    memory, structs = runtime.memory, runtime.offsets
    layout = structs["_PyInterpreterFrame" if runtime.version[1] >= 11 else "PyFrameObject"]
    address = memory.u64(frame.address + layout["f_locals"])
    is_module = address == memory.u64(frame.address + layout["f_globals"])
    if not address or decoder.type_of(address).name not in ("dict", "frozendict"):
        raise ValueError("its namespace is not a dict")
    found = []
    for key, value in dict_items(memory, structs, address, _MAX_SCANNED)[1]:
        try:
            name = escape(read_text(memory, structs, key, _MAX_NAME)[0])
            type_name = decoder.type_of(value).name
        except (MemoryFault, ValueError, BrokenObject):
            continue
        if name.startswith("__") and name.endswith("__"):
            continue
        if is_module and type_name in _DEFINITIONS:
            continue
        found.append((name, value))
    decoder.begin_frame()
    kind = "global" if is_module else "local"
    return tuple(
        Variable(name, decoder.decode(value, name), kind) for name, value in found[-_MAX_NAMES:]
    )
