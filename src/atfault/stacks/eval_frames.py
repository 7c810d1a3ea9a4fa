"""CPython's eval function on the C stack: which frames are calls of it, as symbols tell.

A build --with-tail-call-interp has a function for each instruction, which jumps to that of the next
one; the first is called by the eval function, whose C frame holds the marker as in other builds:

    PyObject_Vectorcall   _TAIL_CALL_CALL   _PyEval_EvalFrameDefault   _PyEval_Vector
                          ╰──────── one run of Python code ────────╯

In CPython 3.8 and 3.9 (and 3.10, where its chain of marks is broken) each Python frame runs in a
call of its own, so the two lists pair up in order, if all calls are known and none is being set up.
A part of the function that the compiler moved elsewhere (".cold") has no name in a stripped
interpreter, but the same C frame layout, hence the same size, and it keeps the same pointer to its
Python frame:

    [sp, CFA) of a call holds the address of its own PyFrameObject, and of no other frame that runs

The function that a thread was running, when even its Python frames are gone: 3.11 and later.

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
from atfault.snapshot.protocol import Memory

EVAL_FUNCTION = "_PyEval_EvalFrameDefault"
INSTRUCTION = "_TAIL_CALL_"
"""How the names of functions of one instruction begin."""
MAX_SKIPPED = 64
"""Calls of the eval function beyond the Python frames that are tried to be explained."""
MAX_FRAME_BYTES = 1 << 14
"""Of an eval frame; real ones have 200 to 600 bytes."""
_ONLY_CODE = (
    "its thread state and its frames are gone; the one shown is the function that the interpreter "
    "was running"
)
_NO_FRAME = Absent("its frame is gone")
_MAX_FRAME = 1 << 14
"""Bytes of a C frame of the eval function; real ones have 200 to 700."""
_MAX_CODE = 1 << 18
"""How far behind the start of a code object its instructions are looked for."""


def is_instruction(frame: NativeFrame) -> bool:
    """Whether the frame is a call of the function of one instruction, as far as symbols tell."""
    return not frame.is_inline and frame.symbol.startswith(INSTRUCTION)


def is_eval(frame: NativeFrame) -> bool:
    """Whether the frame is a call of the eval function, as far as symbols tell."""
    if frame.is_inline:
        return False
    return frame.symbol == EVAL_FUNCTION or frame.symbol.startswith(EVAL_FUNCTION + ".")


def pair_by_eval_frames(
    native: Sequence[NativeFrame], python: Sequence[PyFrame], memory: Memory | None
) -> list[int]:
    """The index of the native frame of each Python frame.

    Raises ValueError, saying why, when they do not pair up.
    """
    calls = [i for i, frame in enumerate(native) if is_eval(frame)]
    if memory is None:
        if len(calls) == len(python):
            return calls
        raise ValueError(f"{len(calls)} C calls of the eval function, {len(python)} Python frames")
    pointers = _Pointers(python, memory)
    held = {index: pointers.held_by(native[index]) for index in calls}
    fitting = [
        calls[skipped : skipped + len(python)]
        for skipped in range(min(len(calls) - len(python), MAX_SKIPPED) + 1)
        if _fits([held[index] for index in calls], skipped, len(python))
    ]
    if len(fitting) == 1:
        return fitting[0]
    return _pair_by_pointer(native, python, pointers, calls)


def _fits(held: Sequence[int | None], skipped: int, count: int) -> bool:
    """Whether the calls after the first `skipped` can be those of the `count` Python frames.

    held: for each call the number of the Python frame whose address it holds. Calls too many are
    the innermost, being set up (they may know their caller's frame, number 0), or the outermost,
    which are another stack's.
    """
    chosen = held[skipped : skipped + count]
    return (
        all(number in (None, 0) for number in held[:skipped])
        and all(number in (None, own) for own, number in enumerate(chosen))
        and all(number is None for number in held[skipped + count :])
        and (len(held) == count or any(number is not None for number in chosen))
    )


def _pair_by_pointer(
    native: Sequence[NativeFrame],
    python: Sequence[PyFrame],
    pointers: _Pointers,
    calls: Sequence[int],
) -> list[int]:
    """The native frame of each Python frame, by the pointers that eval frames hold."""
    sizes = {native[i].cfa - native[i].sp for i in calls}
    module = {native[i].module for i in calls}
    found: list[int | None] = [None] * len(python)
    for index, frame in enumerate(native):
        if frame.is_inline or frame.is_signal_frame:
            continue
        named = is_eval(frame)
        unnamed_part = not frame.symbol and frame.module in module and bool(calls)
        if not named and not (unnamed_part and frame.cfa - frame.sp in sizes):
            continue
        number = pointers.held_by(frame)
        if number is None:
            continue
        if found[number] is not None:
            raise ValueError("two C frames claim the same Python frame")
        found[number] = index
    missing = sum(index is None for index in found)
    if missing:
        raise ValueError(f"the C frames of {missing} of {len(python)} Python frames were not found")
    indexes = [index for index in found if index is not None]
    if indexes != sorted(indexes):
        raise ValueError("the order of the C frames is not that of the Python frames")
    return indexes


class _Pointers:
    """Which Python frame a C frame holds the address of."""

    def __init__(self, python: Sequence[PyFrame], memory: Memory) -> None:
        self._numbers = {frame.address: number for number, frame in enumerate(python)}
        self._memory = memory

    def held_by(self, frame: NativeFrame) -> int | None:
        """The number of the Python frame; None when it holds none or several."""
        size = frame.cfa - frame.sp
        if not 0 < size <= MAX_FRAME_BYTES or frame.sp & 7:
            return None
        try:
            words = struct.unpack(f"<{size // 8}Q", self._memory.read(frame.sp, size & ~7))
        except MemoryFault:
            return None
        numbers = {self._numbers[word] for word in words if word in self._numbers}
        return numbers.pop() if len(numbers) == 1 else None


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
