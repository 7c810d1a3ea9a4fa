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

from typing import NamedTuple

from atfault.cpython.frames.frame_slots import TAGS, stack_start
from atfault.cpython.frames.walker import Chain, RawFrame
from atfault.cpython.opcodes import load
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame

_OWNER_GENERATOR = 1
_MAX_STACK = 4096
_EXECUTING, _COMPLETED = 0, 1


class Suspended(NamedTuple):
    """A generator or coroutine that is not finished."""

    frame: PyFrame
    state: str
    """"created", "suspended" or "running"."""
    awaited: int
    """Address of what it waits on; 0 when it waits on nothing, or runs."""


def read_generator(runtime: PythonRuntime, address: int) -> Suspended | None:
    """The generator, coroutine or async generator at `address`; None when it has finished or cannot
    be read. The caller has looked at its type."""
    try:
        if runtime.version[1] <= 10:
            return _with_frame_object(runtime, address)
        return _with_frame_inside(runtime, address)
    except (MemoryFault, ValueError):
        return None


def _frame(
    runtime: PythonRuntime, address: int, code: int, instruction: int, copy: int = 0
) -> PyFrame | None:
    raw = RawFrame(address, code, instruction, _OWNER_GENERATOR, False, copy)
    chain = Chain([raw], [], "")
    frames = runtime.walker.resolve(chain).frames
    return frames[0] if frames else None


def _with_frame_object(runtime: PythonRuntime, address: int) -> Suspended | None:
    memory, minor = runtime.memory, runtime.version[1]
    at = memory.u64(address + runtime.offsets["PyGenObject"]["gi_frame"])
    if not at:
        return None
    fields = runtime.offsets["PyFrameObject"]
    code = memory.u64(at + fields["f_code"])
    lasti = memory.i32(at + fields["f_lasti"]) * (2 if minor == 10 else 1)
    frame = _frame(runtime, at, code, lasti)
    if frame is None:
        return None
    frame = frame._replace(owner="generator")
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
    if 0 < depth <= _MAX_STACK and _next_instruction_is(runtime, code, lasti, "YIELD_FROM"):
        awaited = memory.u64(stack + 8 * (depth - 1))
    return Suspended(frame, "suspended", awaited)


def _next_instruction_is(runtime: PythonRuntime, code: int, lasti: int, name: str) -> bool:
    """Before 3.11: whether `name` comes next."""
    memory = runtime.memory
    start = memory.u64(code + runtime.offsets["PyCodeObject"]["co_code"])
    at = start + runtime.offsets["PyBytesObject"]["ob_sval"] + lasti + 2
    return memory.u8(at) in load(runtime.version[1])[0][name]


def _with_frame_inside(runtime: PythonRuntime, address: int) -> Suspended | None:
    memory, minor, constants = runtime.memory, runtime.version[1], runtime.constants
    fields = runtime.offsets["PyGenObject"]
    state = memory.u8(address + fields["gi_frame_state"])
    state -= 256 if state >= 128 else 0
    if state > constants["FRAME_EXECUTING"]:
        return None
    at = address + fields["gi_iframe"]
    layout = runtime.offsets["_PyInterpreterFrame"]
    code = memory.u64(at + layout.get("f_code", layout.get("f_executable", 0)))
    if minor >= 14:
        code &= ~TAGS
    instruction = memory.u64(at + layout.get("prev_instr", layout.get("instr_ptr", 0)))
    at_copy = layout.get("tlbc_index", 0)
    copy = memory.i32(at + at_copy) if at_copy else 0
    frame = _frame(runtime, at, code, instruction, copy)
    if frame is None:
        return None
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
        number, argument = memory.read(instruction + 2, 2)
        waits = number in load(minor)[0]["RESUME"] and argument >= 2
    return Suspended(frame, "suspended", _on_stack(runtime, frame) if waits else 0)


def _on_stack(runtime: PythonRuntime, frame: PyFrame) -> int:
    """What a suspended frame awaits, from its value stack; 0 when it is not there.

    It is the top of the stack. 3.15 puts the index of a virtual iterator on it, or NULL.
    """
    memory = runtime.memory
    layout = runtime.offsets["_PyInterpreterFrame"]
    code = runtime.codes.get(frame.code.address)
    if code is None:
        return 0
    low = stack_start(runtime, frame.address, code)
    if runtime.version[1] >= 14:
        top = memory.u64(frame.address + layout["stackpointer"])
    else:
        top = frame.address + layout["localsplus"]
        top += 8 * memory.i32(frame.address + layout["stacktop"])
    at = top - (16 if runtime.version[1] >= 15 else 8)
    if not low <= at < low + 8 * _MAX_STACK:
        return 0
    word = memory.u64(at)
    return word & ~TAGS if runtime.version[1] >= 14 else word
