"""What the failed pointer was read from: None, an object whose field is empty, freed memory.

failed at 0x55949a973514            freed memory has its allocator's own links in it
  read from a freed block + 0       ◄── the C++ object that is gone
  read from a block + 0
  read from table.this + 16         a SwigPyObject: the variable that led there
"""

from atfault import lazy
from atfault.cpython.runtime import PythonRuntime
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.holders import Holder, Load
from atfault.model.stacks import NativeFrame, ThreadState
from atfault.model.state import FaultAccess
from atfault.native.heap import chunks
from atfault.native.heap.chunks import main_heap
from atfault.native.modules import ModuleMap
from atfault.native.pointer_way import MAX_CALLERS, Function, loads_of_target, loads_to
from atfault.native.unwind import Unwinder
from atfault.snapshot.protocol import Snapshot

_RED_ZONE = 128
"""Bytes below the stack pointer that a function may use that calls no other."""


def pointer_holders(
    snapshot: Snapshot,
    modules: ModuleMap,
    unwinder: Unwinder,
    crashed: ThreadState,
    access: FaultAccess,
    runtime: PythonRuntime | Absent,
) -> tuple[Holder, ...]:
    """The last one read first; () where that cannot be followed."""
    loads = _loads(snapshot, unwinder, crashed, access) or _links(snapshot, access)
    if not loads:
        return ()
    known = None if isinstance(runtime, Absent) or runtime.left_out else runtime
    judge = lazy.load("atfault.decode.crash.holders:Judge")(snapshot, modules, known, crashed)
    return tuple([judge.holder(load) for load in loads])


def _loads(
    snapshot: Snapshot, unwinder: Unwinder, crashed: ThreadState, access: FaultAccess
) -> tuple[Load, ...]:
    if snapshot.arch.name != "x86-64" or isinstance(crashed.native, Absent):
        return ()
    frames = [frame for frame in crashed.native.frames if not frame.is_inline][: MAX_CALLERS + 1]
    if access.kind == "execute":
        if access.address is None or not frames:
            return ()
        left = frames[0].pc == access.address  # it got there: the call is its caller's
        functions = _functions(unwinder, crashed, frames, int(left))
        return loads_of_target(snapshot.memory, functions, access.address)
    functions = _functions(unwinder, crashed, frames, 0)
    for register, value in access.registers if functions else ():
        loads = loads_to(snapshot.memory, functions, register, value)
        if loads:
            return loads
    return ()


def _links(snapshot: Snapshot, access: FaultAccess) -> tuple[Load, ...]:
    """What failed where its way cannot be followed, but is malloc's own link of a free block."""
    heap = main_heap(snapshot.memory, snapshot.mappings)
    for _, value in access.registers if access.kind != "execute" else ():
        holder = chunks.linked_by(snapshot.memory, heap, value)
        if holder:
            return (Load(holder, 0, value),)
    return ()


def _functions(
    unwinder: Unwinder, crashed: ThreadState, frames: list[NativeFrame], first: int
) -> list[Function]:
    """The functions on the stack from frames[first] on, as far as their code is known."""
    found: list[Function] = []
    general = list(crashed.thread.registers.general)
    for depth, frame in enumerate(frames[first:], first):
        code = None if frame.is_jit else unwinder.function_range(frame.pc - bool(depth))
        if code is None or frame.is_signal_frame:
            break
        if _is_of_ctypes(frame) and depth > first and not _is_of_ctypes(frames[depth - 1]):
            break  # what ctypes passes on to others, it was given as it is
        known = unwinder.registers_in(crashed.thread, depth)
        if not found and depth:  # nothing has run since the call
            known = [b if a is None else a for a, b in zip(known, general)]
        stack = (frame.sp - _RED_ZONE, max(frame.cfa, frame.sp))
        found.append(Function(frame.pc, *code, stack, known, is_caller=depth > 0))
    return found


def _is_of_ctypes(frame: NativeFrame) -> bool:
    return frame.module is not None and roles.is_ctypes(frame.module.name)
