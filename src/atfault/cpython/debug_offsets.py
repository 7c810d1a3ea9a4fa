"""`_Py_DebugOffsets`, the layout table that CPython 3.13+ carries at the start of `_PyRuntime`.

    "xdebugpy" | version (PY_VERSION_HEX) | free_threaded | groups of 8-byte offsets, in the order
    of Include/internal/pycore_runtime.h (3.13) or pycore_debug_offsets.h (3.14 and later)

It comes from the very build that runs, so it overrides the generated table.
"""

import struct
from typing import NamedTuple

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


def is_usual_build(structs: dict[str, dict[str, int]], own: DebugOffsets) -> bool:
    """Whether objects begin as in the generated table: not so with Py_TRACE_REFS."""
    return own.structs["PyObject"] == {
        field: structs["PyObject"][field] for field in own.structs["PyObject"]
    }


def override(structs: dict[str, dict[str, int]], own: DebugOffsets) -> dict[str, dict[str, int]]:
    """The generated table with the process's own offsets put over it, as far as they may differ
    between the releases of one minor version.

    A structure of which an offset differs and leads out of the structure is damaged: the generated
    one stays.
    """
    merged = dict(structs)
    for name in _MAY_DIFFER:
        fields = own.structs.get(name, {})
        known = structs.get(name, {})
        size = max(known.get("sizeof", 0), fields.get("sizeof", 0))
        inside = [
            field == "sizeof" or value == known.get(field) or not size or value + 8 <= size
            for field, value in fields.items()
        ]
        if all(inside):
            merged[name] = {**known, **fields}
    return merged
