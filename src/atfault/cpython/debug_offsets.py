"""`_Py_DebugOffsets`, the layout table that CPython 3.13+ carries at the start of `_PyRuntime`.

    "xdebugpy" | version (PY_VERSION_HEX) | free_threaded | groups of 8-byte offsets, in the order
    of Include/internal/pycore_runtime.h (3.13) or pycore_debug_offsets.h (3.14 and later)

It comes from the very build that runs, so it wins over the layouts in atfault's own table, which
are of other releases. What it does not tell is taken from that layout in which all that is told
right before it and right behind it (or the structure's end) lies where the process has it:

    of 3.14.10:   … builtins 7680   modules 7688   asyncio_tasks_head 10880   … sizeof 225864
    told:           builtins 7680   modules 7688                                sizeof 225864
"""

import struct
from collections.abc import Iterable
from typing import NamedTuple

from atfault.cpython.offsets import Structs
from atfault.snapshot.protocol import Memory

COOKIE = b"xdebugpy"
_HEADER = struct.Struct("<8sQQ")
HEADER = _HEADER.size
"""Bytes before the first offset."""
_MAX_OFFSET = 1 << 24
_LEVELS = {0xA: "a", 0xB: "b", 0xC: "rc"}
"""Of PY_RELEASE_LEVEL; a release has 0xF."""

# Each group: our structure, then our name of each of its fields in order ("-" = not used here).
# gil_runtime_state's locked and holder are counted from the start of the interpreter state.
_RUNTIME = ("_PyRuntimeState", "sizeof finalizing interpreters_head")
_THREAD = (
    "PyThreadState",
    "sizeof prev next interp current_frame thread_id native_thread_id - status",
)
_CODE = (
    "PyCodeObject",
    "- co_filename co_name co_qualname co_linetable co_firstlineno co_argcount co_localsplusnames"
    " co_localspluskinds co_code_adaptive",
)
_OBJECT = ("PyObject", "sizeof ob_type")
_TYPE = ("PyTypeObject", "sizeof tp_name - tp_flags")
_TUPLE = ("PyTupleObject", "- ob_item -")
_LIST = ("PyListObject", "- ob_item -")
_DICT = ("PyDictObject", "- ma_keys ma_values")
_FLOAT = ("PyFloatObject", "- ob_fval")
_LONG = ("PyLongObject", "- lv_tag ob_digit")
_BYTES = ("PyBytesObject", "- - ob_sval")
_UNICODE = ("PyASCIIObject", "- state length sizeof")
_FRAME_3_13 = ("_PyInterpreterFrame", "- previous f_executable instr_ptr localsplus owner")
_FRAME_3_14 = (_FRAME_3_13[0], _FRAME_3_13[1] + " stackpointer tlbc_index")
_CODE_3_14 = (_CODE[0], _CODE[1] + " co_tlbc")
_SET_3_14 = ("PySetObject", "- used table mask")

_GROUPS_3_13 = (
    _RUNTIME,
    (
        "PyInterpreterState",
        "sizeof id next threads_head - modules sysdict builtins gil - - - -",
    ),
    _THREAD,
    _FRAME_3_13,
    _CODE,
    _OBJECT,
    _TYPE,
    _TUPLE,
    _LIST,
    _DICT,
    _FLOAT,
    _LONG,
    _BYTES,
    _UNICODE,
)
_GROUPS_3_14 = (
    _RUNTIME,
    (
        "PyInterpreterState",
        "sizeof id next threads_head - - modules sysdict builtins gil - - - - - -",
    ),
    _THREAD,
    _FRAME_3_14,
    _CODE_3_14,
    _OBJECT,
    _TYPE,
    _TUPLE,
    _LIST,
    _SET_3_14,
    _DICT,
    _FLOAT,
    _LONG,
    _BYTES,
    _UNICODE,
)
_GROUPS_3_15 = (
    _RUNTIME,
    (
        "PyInterpreterState",
        "sizeof id next threads_head - - modules sysdict builtins gil - - - - - -",
    ),
    (
        "PyThreadState",
        "sizeof prev next interp current_frame - - - thread_id native_thread_id -"
        " status - - current_exception -",
    ),
    ("_PyErr_StackItem", "-"),
    _FRAME_3_14,
    _CODE_3_14,
    _OBJECT,
    (_TYPE[0], _TYPE[1] + " tp_basicsize tp_dictoffset"),
    ("PyHeapTypeObject", "- ht_cached_keys"),
    _TUPLE,
    _LIST,
    _SET_3_14,
    _DICT,
    _FLOAT,
    _LONG,
    _BYTES,
    _UNICODE,
)
_MAY_DIFFER = (
    "_PyRuntimeState",
    "PyInterpreterState",
    "PyThreadState",
    "_PyInterpreterFrame",
    "PyCodeObject",
)
_IMPL = "_PyThreadStateImpl"
"""Begins with a PyThreadState, whose size is told."""
_OPTIONAL = ("_PyRuntimeState", "PyInterpreterState", "PyThreadState")
"""Structures of which fields may be left out: readers ask for those."""
GROUPS = {13: _GROUPS_3_13, 14: _GROUPS_3_14, 15: _GROUPS_3_15}


class DebugOffsets(NamedTuple):
    """The table of one process."""

    version_hex: int
    free_threaded: bool
    structs: dict[str, dict[str, int]]
    """Only what the table gives; {} where it is not known which of its numbers is which."""

    @property
    def version(self) -> tuple[int, int, int]:
        return self.version_hex >> 24, self.version_hex >> 16 & 255, self.version_hex >> 8 & 255

    @property
    def text(self) -> str:
        """As people write it: "3.14.5", "3.16.0a2"."""
        level = _LEVELS.get(self.version_hex >> 4 & 15, "")
        stage = f"{level}{self.version_hex & 15}" if level else ""
        return ".".join(map(str, self.version)) + stage


def read(memory: Memory, address: int) -> DebugOffsets | None:
    """The table at `address`; None when there is none. Of an unknown version, and of one that was
    still being made (alpha, beta), its order is not known: structs is empty. Raises MemoryFault."""
    cookie, version_hex, free_threaded = _HEADER.unpack(memory.read(address, _HEADER.size))
    if cookie != COOKIE or version_hex >> 24 != 3 or version_hex >> 32 or free_threaded > 1:
        return None
    groups = GROUPS.get(version_hex >> 16 & 255)
    if groups is None or _LEVELS.get(version_hex >> 4 & 15) in ("a", "b"):
        return DebugOffsets(version_hex, bool(free_threaded), {})
    names = [(struct_name, field) for struct_name, line in groups for field in line.split()]
    values = memory.u64s(address + _HEADER.size, len(names))
    if max(values) > _MAX_OFFSET:
        return None
    structs: dict[str, dict[str, int]] = {}
    for (struct_name, field), value in zip(names, values):
        if field != "-":
            structs.setdefault(struct_name, {})[field] = value
    return DebugOffsets(version_hex, bool(free_threaded), structs)


class Fit(NamedTuple):
    """The layout of one process."""

    structs: Structs
    left_out: tuple[str, ...]
    """What may lie elsewhere than in any layout: "PyThreadState.id", "_PyThreadStateImpl"."""
    damaged: tuple[str, ...] = ()
    """Structures of which what the process tells cannot be: they are as in the likeliest layout."""


def is_usual_build(structs: Structs, own: DebugOffsets) -> bool:
    """Whether objects begin as in the generated table: not so with Py_TRACE_REFS."""
    return own.structs["PyObject"] == {
        field: structs["PyObject"][field] for field in own.structs["PyObject"]
    }


def fit(layouts: Iterable[Structs], own: DebugOffsets) -> Fit | None:
    """The process's own offsets and, from the first of the layouts that fits them, what they do not
    tell; None where frames or code objects fit none: a file name and a function's look alike there,
    so none of their offsets is believed where it is not tried.

    layouts: of its minor version, the likeliest first. A structure of which an offset differs from
    that and leads out of the structure, or to where another field is, is damaged: the likeliest one
    stays.
    """
    rest = iter(layouts)
    tried = [next(rest)]
    if not all(_is_told(tried[0], own, name) for name in _MAY_DIFFER):
        tried += rest
    merged = dict(tried[0])
    left_out: list[str] = []
    damaged: list[str] = []
    for name in _MAY_DIFFER:
        told, known = own.structs.get(name, {}), tried[0].get(name, {})
        if _leads_out(told, known):
            damaged.append(name)
            continue
        if name not in _OPTIONAL and not any(_is_told(one, own, name) for one in tried):
            return None
        merged[name] = dict(told)
        for field in known.keys() - told.keys():
            fitting = [one[name] for one in tried if _is_between(field, one[name], told, name)]
            if fitting:
                merged[name][field] = fitting[0][field]
            else:
                left_out.append(f"{name}.{field}")
    size = merged["PyThreadState"]["sizeof"]
    impls = [one[_IMPL] for one in tried if one["PyThreadState"]["sizeof"] == size]
    if impls:
        merged[_IMPL] = impls[0]
    else:
        del merged[_IMPL]
        left_out.append(_IMPL)
    return Fit(merged, tuple(sorted(left_out)), tuple(damaged))


def _is_told(layout: Structs, own: DebugOffsets, name: str) -> bool:
    """Whether all that is told of the structure is as in the layout."""
    known = layout.get(name, {})
    return all(known.get(field, at) == at for field, at in own.structs.get(name, {}).items())


def _leads_out(told: dict[str, int], known: dict[str, int]) -> bool:
    """Whether a field lies, other than in the layout, outside, or where another one is."""
    size = max(known.get("sizeof", 0), told.get("sizeof", 0))
    # What a layout lacks (a copy's number, without free threading) is told as 0.
    places = {field: told[field] for field in known.keys() & told.keys() - {"sizeof"}}
    if len(set(places.values())) < len(places):
        return True
    return any(at != known.get(field) and 0 < size < at + 8 for field, at in places.items())


def _is_between(field: str, known: dict[str, int], told: dict[str, int], name: str) -> bool:
    """Whether what is told right before and right behind the field is as in this layout."""
    at = known.get(field)
    if at is None:
        return False
    marks = [(known[mark], mark) for mark in told if mark in known]
    if name == "_PyRuntimeState":
        # Its size says nothing: behind main_thread, which follows on interpreters_head, come all
        # the static objects of the interpreter, and some more with most releases.
        marks = [(place, mark) for place, mark in marks if mark != "sizeof"]
    sides = (
        max((one for one in marks if one[0] <= at), default=None),
        min((one for one in marks if one[0] > at), default=None),
    )
    return all(side is None or told[side[1]] == side[0] for side in sides)
