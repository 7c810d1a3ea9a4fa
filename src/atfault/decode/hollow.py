"""Objects of extension modules whose C fields are all zero: never made, or closed since.

    detector = cv2.LineSegmentDetector()    +0  ob_refcnt, ob_type
                                            +16 cv::Ptr: 0, 0        ◄── nobody called its create()

tp_alloc clears what it hands out, and closing an object clears its handle, so that a method which
does not look follows NULL.
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.objects import HollowObject
from atfault.model.stacks import ThreadState
from atfault.model.values import Value, Variable

MAX_FRAMES = 3
MAX_SIZE = 4096
_HEAD = 16


def hollow_objects(runtime: PythonRuntime, crashed: ThreadState) -> tuple[HollowObject, ...]:
    """Those among the variables and operands of the innermost Python frames, the innermost first;
    each once."""
    if runtime.free_threaded or runtime.left_out:
        return ()
    reader = ObjectReader(runtime)
    found: dict[int, HollowObject] = {}
    for variable, value in _values(crashed):
        native = "" if value.address in found else _hollow_type(reader, value)
        if native:
            found[value.address] = HollowObject(variable.name, value.type, native)
    return tuple(found.values())


def _values(crashed: ThreadState) -> Iterator[tuple[Variable, Value]]:
    pythons = [frame.python for frame in crashed.stack.frames if frame.python is not None]
    for frame in pythons[:MAX_FRAMES]:
        known = () if isinstance(frame.locals, Absent) else frame.locals
        for variable in (*known, *frame.operands):
            if not isinstance(variable.value, Absent) and variable.value.address:
                yield variable, variable.value


def _hollow_type(reader: ObjectReader, value: Value) -> str:
    """The type written in C whose fields are all zero; "" when they are not, or there are none.
    Numbers of numpy are no handles: 0 is a value of theirs."""
    info = reader.type(value.address) if value.number is None else None
    while info is not None and info.from_class_statement:
        info = info.base  # what Python code adds is no field in C
    if info is None or "." not in info.name or info.itemsize:
        return ""
    if not _HEAD < info.basicsize <= MAX_SIZE:
        return ""
    weaklist = reader.structs["PyTypeObject"].get("tp_weaklistoffset", 0)
    try:
        others = {info.dictoffset, reader.memory.i64(info.address + weaklist) if weaklist else 0}
        words = reader.memory.u64s(value.address + _HEAD, (info.basicsize - _HEAD) // 8)
    except MemoryFault:
        return ""
    fields = [word for at, word in enumerate(words) if _HEAD + 8 * at not in others]
    return "" if not fields or any(fields) else info.name
