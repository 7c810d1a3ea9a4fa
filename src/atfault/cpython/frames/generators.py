"""Suspended generators and coroutines: where they are, and what they `await` or `yield from`.

       3.8, 3.9               3.10                   3.11, 3.12            3.13+
frame  gi_frame → PyFrameObject                      gi_iframe, in the generator itself
state  f_stacktop, NULL       f_state                gi_frame_state        gi_frame_state
       while it runs
waits  the next instruction is YIELD_FROM            … is RESUME with an   the state says it
       (gen_yf, Objects/genobject.c)                 argument of 2 or 3
on     f_stacktop[-1]         f_valuestack           the top of the value stack
                              [f_stackdepth - 1]                           (3.15: below it)
"""

import struct
from typing import NamedTuple

from atfault.cpython.frames.code import Code
from atfault.cpython.frames.frame_slots import TAGS, stack_start
from atfault.cpython.frames.walker import NOT_DECODED
from atfault.cpython.opcodes import load
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame

_MAX_STACK = 4096
_EXECUTING, _COMPLETED = 0, 1
_I32 = struct.Struct("<i").unpack_from
_U64 = struct.Struct("<Q").unpack_from


class Suspended(NamedTuple):
    """A generator or coroutine that is not finished."""

    frame: PyFrame
    state: str
    """"created", "suspended" or "running"."""
    awaited: int
    """Address of what it waits on; 0 when it waits on nothing, or runs."""


def read_generator(runtime: PythonRuntime, address: int, head: bytes = b"") -> Suspended | None:
    """The generator, coroutine or async generator at `address`; None when it has finished or cannot
    be read. The caller has looked at its type. head: bytes from its start, if they were read."""
    try:
        if runtime.version[1] <= 10:
            return _with_frame_object(runtime, address)
        size = head_size(runtime)
        if len(head) < size:
            head = runtime.memory.read(address, size)
        return _with_frame_inside(runtime, address, head)
    except (MemoryFault, ValueError):
        return None


def head_size(runtime: PythonRuntime) -> int:
    """Bytes of a generator up to its variables, where it has its frame inside (3.11 and later); of
    the object alone before."""
    fields = runtime.offsets["PyGenObject"]
    if runtime.version[1] <= 10:
        return fields["gi_frame"] + 8
    return fields["gi_iframe"] + runtime.offsets["_PyInterpreterFrame"]["localsplus"]


def _frame(runtime: PythonRuntime, address: int, code: Code, lasti: int) -> PyFrame:
    where = runtime.codes.location(code, lasti)
    return PyFrame(address, code.info, where, NOT_DECODED, False, lasti, "generator")


def _with_frame_object(runtime: PythonRuntime, address: int) -> Suspended | None:
    memory, minor = runtime.memory, runtime.version[1]
    at = memory.u64(address + runtime.offsets["PyGenObject"]["gi_frame"])
    if not at:
        return None
    fields = runtime.offsets["PyFrameObject"]
    address = memory.u64(at + fields["f_code"])
    code = runtime.codes.get(address)
    if code is None:
        return None
    lasti = memory.i32(at + fields["f_lasti"]) * (2 if minor == 10 else 1)
    frame = _frame(runtime, at, code, lasti)
    stack = memory.u64(at + fields["f_valuestack"])
    if minor == 10:
        state = memory.u8(at + fields["f_state"])
        depth = memory.i32(at + fields["f_stackdepth"])
        running, finished = state == _EXECUTING, _COMPLETED <= state < 128
    else:
        top = memory.u64(at + fields["f_stacktop"])
        depth = (top - stack) // 8 if top else -1
        running, finished = bool(memory.u8(at + fields["f_executing"])), False
    if finished:
        return None
    if running:
        return Suspended(frame, "running", 0)
    if lasti < 0:
        return Suspended(frame, "created", 0)
    awaited = 0
    if 0 < depth <= _MAX_STACK and _next_instruction_is(runtime, address, lasti, "YIELD_FROM"):
        awaited = memory.u64(stack + 8 * (depth - 1))
    return Suspended(frame, "suspended", awaited)


def _next_instruction_is(runtime: PythonRuntime, code: int, lasti: int, name: str) -> bool:
    """Before 3.11: whether `name` comes next."""
    memory = runtime.memory
    start = memory.u64(code + runtime.offsets["PyCodeObject"]["co_code"])
    at = start + runtime.offsets["PyBytesObject"]["ob_sval"] + lasti + 2
    return memory.u8(at) in load(runtime.version[1])[0][name]


def _with_frame_inside(runtime: PythonRuntime, address: int, raw: bytes) -> Suspended | None:
    """raw: the generator up to its variables, read at once: a program may have 100,000 of them."""
    memory, minor, constants = runtime.memory, runtime.version[1], runtime.constants
    fields = runtime.offsets["PyGenObject"]
    layout = runtime.offsets["_PyInterpreterFrame"]
    inside = fields["gi_iframe"]
    state = raw[fields["gi_frame_state"]]
    state -= 256 if state >= 128 else 0
    if state > constants["FRAME_EXECUTING"]:
        return None
    word: int = _U64(raw, inside + layout.get("f_code", layout.get("f_executable", 0)))[0]
    if minor >= 14:
        word &= ~TAGS
    code = runtime.codes.get(word)
    if code is None:
        return None
    instruction: int = _U64(raw, inside + layout.get("prev_instr", layout.get("instr_ptr", 0)))[0]
    at_copy = layout.get("tlbc_index", 0)
    copy = _I32(raw, inside + at_copy)[0] if at_copy else 0
    lasti = runtime.codes.lasti(word, instruction, copy)
    frame = _frame(runtime, address + inside, code, lasti)
    if state == constants["FRAME_EXECUTING"]:
        return Suspended(frame, "running", 0)
    if state <= constants["FRAME_CREATED"]:
        return Suspended(frame, "created", 0)
    if minor >= 13:
        waits = state in (
            constants["FRAME_SUSPENDED_YIELD_FROM"],
            constants.get("FRAME_SUSPENDED_YIELD_FROM_LOCKED"),
        )
    else:
        known = code.resumes.get(lasti)
        if known is None:
            number, argument = memory.read(instruction + 2, 2)
            known = number in load(minor)[0]["RESUME"] and argument >= 2
            code.resumes[lasti] = known
        waits = known
    if not waits:
        return Suspended(frame, "suspended", 0)
    if minor >= 14:
        top = _U64(raw, inside + layout["stackpointer"])[0]
    else:
        top = frame.address + layout["localsplus"] + 8 * _I32(raw, inside + layout["stacktop"])[0]
    return Suspended(frame, "suspended", _on_stack(runtime, frame.address, code, top))


def _on_stack(runtime: PythonRuntime, frame: int, code: Code, top: int) -> int:
    """What a suspended frame awaits, from its value stack; 0 when it is not there.

    It is the top of the stack. 3.15 puts the index of a virtual iterator on it, or NULL.
    """
    low = stack_start(runtime, frame, code)
    at = top - (16 if runtime.version[1] >= 15 else 8)
    if not low <= at < low + 8 * _MAX_STACK:
        return 0
    word = runtime.memory.u64(at)
    return word & ~TAGS if runtime.version[1] >= 14 else word
