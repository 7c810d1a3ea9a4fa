"""Python frames of a thread whose thread state is gone.

When Python shuts down, it deletes the thread states of daemon threads; the threads themselves run
on in native code until the process ends. The frames are still there, as nobody unwinds them, and
the C frame of the innermost run of the eval function (or the functions it called, which save its
registers) holds the address of its Python frame:

    native   scan → ffi_call → … → _PyEval_EvalFrameDefault     [sp of scan, CFA of the eval frame)
                                    ╰ 0x7fcc8e47c188             watch
                                         ╰ previous              run → … → _bootstrap

A word there is taken for it when it leads through whole frames with code objects to the outermost
one, and when the frame is running: those that returned before are found there as well. Before 3.11
a frame object says so; later it has to be at a call, where one that has returned is not.
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.cpython.frames.code import Code
from atfault.cpython.frames.walker import Chain
from atfault.cpython.opcodes import load
from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import may_be_object
from atfault.model.stacks import NativeStack, PythonStack
from atfault.stacks.eval_frames import is_eval

MAX_WORDS = 4096
_CALLS = ("CALL", "CALL_KW", "CALL_FUNCTION_EX", "PRECALL")
_NONE = Absent("no Python thread state belongs to this thread")


def lost_frames(runtime: PythonRuntime, native: NativeStack) -> PythonStack | Absent:
    """The Python stack of a thread without a thread state; Absent when none is to be found."""
    best: PythonStack | None = None
    for address in dict.fromkeys(_words(runtime, native)):
        try:
            chain = runtime.walker.chain_from(address)
        except MemoryFault:
            continue
        if chain.stop_reason or not chain.frames or not _is_running(runtime, chain):
            continue
        stack = runtime.walker.resolve(chain)
        if stack.stop_reason or len(stack.frames) != len(chain.frames):
            continue
        if best is None or len(stack.frames) > len(best.frames):
            best = stack
    return best if best is not None else _NONE


def _words(runtime: PythonRuntime, native: NativeStack) -> Iterator[int]:
    """What lies on the C stack from its innermost frame to the innermost run of the eval function,
    if it can be an address. Stripped builds do not name that function: then the stack as a whole,
    if the interpreter is on it."""
    outer = next((frame for frame in native.frames if is_eval(frame)), None)
    if outer is None and any(frame.module == runtime.module for frame in native.frames):
        outer = native.frames[-1]
    if outer is None:
        return
    low = native.frames[0].sp & ~7
    count = min(max(outer.cfa - low, 0) // 8, MAX_WORDS)
    yield from filter(may_be_object, runtime.memory.words(low, count))


def _is_running(runtime: PythonRuntime, chain: Chain) -> bool:
    first = chain.frames[0]
    layout = runtime.offsets["PyFrameObject"]
    minor = runtime.version[1]
    if minor <= 9:
        return runtime.memory.u8(first.address + layout["f_executing"]) == 1
    if minor == 10:
        return runtime.memory.u8(first.address + layout["f_state"]) == 0
    code = runtime.codes.get(first.code)
    return code is not None and _at_call(runtime, code, first.instruction)


def _at_call(runtime: PythonRuntime, code: Code, instruction: int) -> bool:
    """Whether the instruction at that address is a call, as it was compiled or specialized."""
    start = code.info.address + runtime.codes.bytecode_offset
    if not start <= instruction or (instruction - start) & 1:
        return False
    numbers = load(runtime.version[1])[0]
    try:
        opcode = runtime.memory.u8(instruction)
    except MemoryFault:
        return False
    return any(opcode in numbers.get(name, ()) for name in _CALLS)
