"""Objects of extension modules whose C fields are zero: never made, or closed since.

    detector = cv2.LineSegmentDetector()    +0  ob_refcnt, ob_type
                                            +16 cv::Ptr: 0, 0        ◄── nobody called its create()

    connection.execute(...)                 +16 sqlite3 *db: 0       ◄── its close() did that
                                            +24 …                        (the first field is enough,
                                                                         where its method failed)

tp_alloc clears what it hands out, and closing an object clears its handle, so that a method which
does not look follows NULL. One of pybind11 without an __init__ is given memory for its C++ object
as it is used, and nobody fills that:

    handler = Handler()                     +16 void *[3]   +40 weakrefs
                                            +48 bits: 1 simple_layout, 2 holder_constructed: 0,
                                                      3 instance_registered: 0   ◄── no __init__
"""

from __future__ import annotations

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.errors import MemoryFault
from atfault.model.stacks import ThreadState
from atfault.model.suspects import HollowObject
from atfault.model.values import Value, Variable

MAX_FRAMES = 3
MAX_SIZE = 4096
_HEAD = 16
_PYBIND_TYPE = "pybind11_type"
_BITS, _SIMPLE, _CONSTRUCTED, _REGISTERED = 48, 2, 4, 8
_FLAGS_OF_VIEW, _RELEASED = 40, 1
"""PyMemoryViewObject.flags, behind ob_size, mbuf and hash (Include/cpython/memoryobject.h)."""


def hollow_objects(
    runtime: PythonRuntime, crashed: ThreadState, is_null: bool
) -> tuple[HollowObject, ...]:
    """Those among the variables and operands of the innermost Python frames, the innermost first;
    each once. is_null: whether NULL was followed; otherwise zeros tell nothing."""
    if runtime.free_threaded:
        return ()
    reader = ObjectReader(runtime)
    found: dict[int, HollowObject] = {}
    receiver = _receiver(crashed)
    held = [pair for frame in crashed.pythons[:MAX_FRAMES] for pair in frame.values]
    for variable, value in held:
        if not value.address or value.address in found:
            continue
        native, fields = _fields(reader, value)
        is_receiver = variable is receiver
        if _is_unmade(reader, value.address):
            hollow = HollowObject(variable.name, value.type, native, False, is_receiver, True)
            found[value.address] = hollow
        elif is_null and fields and not (fields[0] if is_receiver else any(fields)):
            hollow = HollowObject(variable.name, value.type, native, not any(fields), is_receiver)
            found[value.address] = hollow
    return tuple(found.values())


def given_up(reader: ObjectReader, address: int) -> bool:
    """Whether the object has lost its handle or memory: the first of its fields in C, or the second
    (of a Py_buffer, whose owner it is). A memoryview has a flag for that."""
    info = reader.native_type(address)
    try:
        if info is not None and info.name == "memoryview":
            return bool(reader.memory.u32(address + _FLAGS_OF_VIEW) & _RELEASED)
        has_fields = info is not None and not info.itemsize and info.basicsize >= _HEAD + 16
        return has_fields and 0 in reader.memory.u64s(address + _HEAD, 2)
    except MemoryFault:
        return False


def _is_unmade(reader: ObjectReader, address: int) -> bool:
    """Whether it is an object of pybind11 that no constructor of C++ has run for (struct instance,
    detail/common.h)."""
    info = reader.native_type(address)
    if info is None or reader.type_name(info.address) != _PYBIND_TYPE:
        return False
    try:
        bits = reader.memory.u32(address + _BITS)
    except MemoryFault:
        return False
    return bits & (_SIMPLE | _CONSTRUCTED | _REGISTERED) == _SIMPLE


def _receiver(crashed: ThreadState) -> Variable | None:
    """What the method belongs to that was called and has failed, among the operands."""
    operands = [one for frame in crashed.pythons[:1] for one in frame.operands]
    return next((one for one in operands if one.called and not one.is_passed), None)


def _fields(reader: ObjectReader, value: Value) -> tuple[str, list[int]]:
    """(the type written in C, the words of its own fields); no fields where there are none, or the
    type is Python's own. Numbers of numpy are no handles: 0 is a value of theirs."""
    info = reader.native_type(value.address) if value.number is None else None
    if info is None or "." not in info.name or info.itemsize:
        return "", []
    if not _HEAD < info.basicsize <= MAX_SIZE:
        return "", []
    weaklist = reader.structs["PyTypeObject"].get("tp_weaklistoffset", 0)
    try:
        others = {info.dictoffset, reader.memory.i64(info.address + weaklist) if weaklist else 0}
        words = reader.memory.u64s(value.address + _HEAD, (info.basicsize - _HEAD) // 8)
    except MemoryFault:
        return "", []
    fields = [word for at, word in enumerate(words) if _HEAD + 8 * at not in others]
    return info.name, fields
