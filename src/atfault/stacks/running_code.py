"""The function that a thread was running, when even its Python frames are gone: 3.11 and later.

PyGILState_Release, called once too often, deletes the thread state that the thread still runs with,
and gives back the memory in which its frames lie. But the eval function keeps the address of the
next instruction in a register (which unwinding restores, when it has called something) or in its C
frame, and that lies inside of the code object that is being run. So the innermost frame's function
and line can be told, and nothing of those further out.

    rip   _PyEval_EvalFrameDefault+…          code object 7f40 … 7fe0 bytecode … 8120
    r13   0x…8008                             → instruction 0x28 of it, the one before was running
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from atfault.cpython.frames.code import Code
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import Thread
from atfault.model.stacks import NativeFrame, NativeStack, PyFrame, PythonStack
from atfault.native.modules import try_symbols
from atfault.native.unwind import Unwinder
from atfault.stacks.eval_frames import is_eval, is_instruction

_ONLY_CODE = (
    "its thread state and its frames are gone; the one shown is the function that the interpreter "
    "was running"
)
_NO_FRAME = Absent("its frame is gone")
_MAX_FRAME = 1 << 14
"""Bytes of a C frame of the eval function; real ones have 200 to 700."""
_MAX_CODE = 1 << 18
"""How far behind the start of a code object its instructions are looked for."""


def running_code(
    runtime: PythonRuntime, thread: Thread, native: NativeStack, unwinder: Unwinder
) -> PythonStack | Absent:
    """A Python stack of one frame, without its variables; Absent when it cannot be told."""
    physical = [frame for frame in native.frames if not frame.is_inline]
    depth = next((i for i, frame in enumerate(physical) if is_eval(frame)), -1)
    if depth < 0 or runtime.free_threaded or runtime.version[1] <= 10:
        return Absent("it runs no Python code")
    try:
        call = physical[depth]
        at_work = depth - 1 if depth and is_instruction(physical[depth - 1]) else depth
        found = _by_code(runtime, unwinder.registers_in(thread, at_work), call)
        if isinstance(found, Absent) and 0 < call.cfa - call.sp <= _MAX_FRAME:
            # Some builds keep it in the C frame instead.
            words = runtime.memory.u64s(call.sp, (call.cfa - call.sp) // 8)
            found = _by_code(runtime, words, call)
        return found
    except (MemoryFault, ValueError) as error:
        return Absent(f"the code that it was running cannot be told: {error}")


def _by_code(
    runtime: PythonRuntime, words: Sequence[int | None], eval_frame: NativeFrame
) -> PythonStack | Absent:
    kind = 0
    if runtime.module is not None:
        kind = try_symbols(runtime.memory, runtime.module, ("PyCode_Type",))[0]
    if not kind:
        return Absent("the type of code objects is not known")
    found: dict[int, tuple[Code, int]] = {}
    for word in words:
        inside = None if word is None or word < 4096 else _code_around(runtime, kind, word)
        if inside is None:
            continue
        code, offset = inside
        known = found.get(code.info.address)
        if known is None or offset > known[1]:
            found[code.info.address] = (code, offset)
    if len(found) != 1:
        return Absent("the code that it was running cannot be told")
    ((code, offset),) = found.values()
    # What is kept is where to go on: the instruction before that was running.
    lasti = max(offset - 2, 0)
    location = runtime.codes.location(code, lasti)
    frame = PyFrame(0, code.info, location, _NO_FRAME, True, lasti, "thread")
    return PythonStack((frame,), (eval_frame.sp,), _ONLY_CODE)


def _code_around(runtime: PythonRuntime, kind: int, word: int) -> tuple[Code, int] | None:
    """The code object whose instructions `word` points into, and where; None when there is none."""
    if word & 1:
        return None
    start = max(word - _MAX_CODE, 4096) & ~7
    at_type = runtime.offsets["PyObject"]["ob_type"]
    pattern = struct.pack("<Q", kind)
    end = word & ~7
    data = _readable_before(runtime, start, end)
    start = end - len(data)
    at = data.rfind(pattern)
    if at < 0 or at & 7:
        return None
    code = runtime.codes.get(start + at - at_type)
    if code is None:
        return None
    offset = word - code.info.address - runtime.codes.bytecode_offset
    try:
        size = len(runtime.codes.bytecode(code, _MAX_CODE))
    except (MemoryFault, ValueError):
        return None
    return (code, offset) if 0 < offset <= size else None


def _readable_before(runtime: PythonRuntime, start: int, end: int) -> bytes:
    """The memory that ends at `end`, from `start` on or as much of that as is mapped."""
    mapping = next((m for m in runtime.snapshot.mappings if m.start < end <= m.end), None)
    if mapping is None or not mapping.writable:
        return b""
    return runtime.memory.read_upto(max(start, mapping.start), end - max(start, mapping.start))
