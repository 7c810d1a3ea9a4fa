"""The native calls that threads were in as one of them crashed, and what these have in common.

    crashed  memcpy ─ ZSTD_compressStream2 ─ ZstdCompressor_compress │ packer.compress(block)
    "w-2"    ZSTD_count ─ ……………………………………… ─ ZstdCompressor_compress │ packer.compress(block)
                                             one function              one packer, a block each

Such calls meet where they are in one library. One that waits for a lock of the library's own does
not count: that keeps them apart.
"""

from typing import NamedTuple

from atfault.diagnose.facts import bare_symbol, crash_frames, mapping_at
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.stacks import NativeFrame, PyFrame, ThreadFrame, ThreadState
from atfault.model.state import ProcessState
from atfault.model.values import Value, Variable

MAX_FRAMES = 200
MAX_THREADS = 1000
FIRST_HANDLE = 1 << 32
"""An integer below it may be one of many things; what lies beyond is mapped for addresses alone."""
LOCKING = (
    *("__lll_lock_wait", "___pthread_mutex_lock", "__pthread_mutex_lock", "pthread_mutex_lock"),
    *("futex_wait", "__pthread_rwlock_wrlock", "__pthread_rwlock_rdlock"),
)
"""Innermost in a thread that waits for its turn: the library has a lock of its own there."""
COMMON_TYPES = (
    *("int", "float", "complex", "bool", "str", "bytes", "NoneType", "type", "module"),
    *("function", "builtin_function_or_method", "method", "tuple", "frozenset", "range"),
)
"""Values that cannot change, so that sharing them means nothing."""

OF_FUNCTIONS = ("PyCapsule", "pybind11_builtins.", "_cffi_backend.Lib")
"""Types of what pybind11 and cffi bind the functions of a module to: all calls have that in common,
and it is nothing that they work on."""


class Shareable(NamedTuple):
    """What a call works on, as far as it can change."""

    name: str
    type: str
    is_data: bool
    """Whether it is mere data: an array that many threads may well read at once."""


class NativeCall(NamedTuple):
    """A call of native code, by Python code, that a thread is in."""

    thread: ThreadState
    frames: tuple[NativeFrame, ...]
    """The native frames from the innermost to the call, without plumbing."""
    caller: PyFrame
    """The Python frame that made the call."""
    objects: dict[int, Shareable]
    """By address, or by where a pointer or handle leads: the object whose method was called and the
    arguments (see `_of_call`); where these are not known, all that the caller's variables hold."""


def calls_beside(state: ProcessState) -> tuple[NativeCall | None, list[NativeCall]]:
    """(the call that crashed, those that the other threads were at work in); None and [] where the
    crash was in no native code that Python had called."""
    crashed = state.crashed
    own = None if crashed is None else _call(state, crashed, crash_frames(crashed))
    others: list[NativeCall] = []
    for thread in state.threads[:MAX_THREADS] if own is not None else ():
        found = None if thread is crashed else _call(state, thread, thread.stack.frames)
        if found is not None and not _waits_for_its_turn(found):
            others.append(found)
    return own, others


def has_met(state: ProcessState) -> bool:
    """Whether another thread was at work, without the GIL, in the library whose call crashed."""
    own, others = calls_beside(state)
    return own is not None and any(
        not one.thread.holds_gil
        and (shared_function(own, one) is not None or is_same_module(own, one))
        for one in others
    )


def shared_function(own: NativeCall, other: NativeCall) -> NativeFrame | None:
    """The outermost function, hence the one that was called, that both threads are in."""
    theirs = {_identity(frame) for frame in other.frames}
    for frame in reversed(own.frames):
        if _identity(frame) in theirs:
            return frame
    return None


def is_same_module(own: NativeCall, other: NativeCall) -> bool:
    """Whether both are inside of one library."""

    def modules(call: NativeCall) -> set[str]:
        return {frame.module.path for frame in call.frames if frame.module is not None}

    return bool(modules(own) & modules(other))


def shared_objects(own: NativeCall, other: NativeCall) -> list[int]:
    """What both work on, as keys of `objects`."""
    return [key for key in own.objects if key in other.objects]


def _call(
    state: ProcessState, thread: ThreadState, frames: tuple[ThreadFrame, ...]
) -> NativeCall | None:
    """None when it is in none, or no Python code made it."""
    natives: list[NativeFrame] = []
    for frame in frames[:MAX_FRAMES]:
        if frame.python is not None:
            kept = tuple(native for native in natives if not _is_plumbing(native))
            caller = frame.python
            return NativeCall(thread, kept, caller, _objects(state, caller)) if kept else None
        if frame.native is not None:
            natives.append(frame.native)
    return None


def _is_plumbing(frame: NativeFrame) -> bool:
    if frame.is_jit:
        return False
    return frame.module is None or roles.is_plumbing(frame.module.name)


def _objects(state: ProcessState, frame: PyFrame) -> dict[int, Shareable]:
    if roles.is_of_probe(frame.location.file):
        return {}  # the caller is atfault's own stress run
    found: dict[int, Shareable] = {}
    known = [(one, value) for one, value in frame.values if value.address]
    names = {value.address: one.name for one, value in known if one.kind != "operand"}
    for variable in _of_call(frame) or frame.variables:
        value = variable.value
        if isinstance(value, Absent):
            continue
        key, is_data = _works_on(state, variable, value)
        if key:
            name = names.get(value.address, variable.name)
            found.setdefault(key, Shareable(name, value.type, is_data))
    return found


def _of_call(frame: PyFrame) -> list[Variable]:
    """The object whose method the frame is calling, and the arguments. Where a function is called
    that belongs to none, the object whose method the frame itself is stands in for that."""
    passed = [one for one in frame.operands if one.is_passed]
    called = [one for one in frame.operands if one.called and not one.is_passed]
    receivers = [
        one
        for one in called
        if isinstance(one.value, Absent) or not one.value.type.startswith(OF_FUNCTIONS)
    ]
    if not receivers and (passed or called):
        receivers = [one for one in frame.variables[:1] if one.name == "self"]
    return [*passed, *receivers]


def _works_on(state: ProcessState, variable: Variable, value: Value) -> tuple[int, bool]:
    """(key, whether it is mere data), as of `objects`; 0 for what cannot change. A library knows
    its own objects by pointers, which Python code may keep as numbers."""
    number = value.number if isinstance(value.number, int) else 0
    is_handle = variable.is_passed and value.type == "int" and number >= FIRST_HANDLE
    if not is_handle and not value.pointer_at:
        key = 0 if value.type in COMMON_TYPES else value.address
        return key, value.buffer is not None
    mapping = mapping_at(state, number)
    if mapping is None or not mapping.writable:
        return 0, False  # NULL, a callback, a constant
    is_text = "char" in value.type
    return number, is_text or any(o.buffer.low <= number < o.buffer.high for o in state.buffers)


def _identity(frame: NativeFrame) -> tuple[object, ...]:
    """Equal for two frames of one function, wherever in it they are."""
    if frame.function_start and not frame.is_inline:
        return (frame.function_start,)
    name = bare_symbol(frame)
    module = frame.module.path if frame.module is not None else ""
    return (module, name) if name else (frame.pc,)


def _waits_for_its_turn(call: NativeCall) -> bool:
    native = call.thread.native
    if isinstance(native, Absent):
        return False
    return any(bare_symbol(frame) in LOCKING for frame in native.frames[:4])
