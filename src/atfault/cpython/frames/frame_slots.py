"""What a frame refers to, as addresses: local variables, value stack, globals.

                     3.8-3.10 PyFrameObject           3.11+ _PyInterpreterFrame
    variables        f_localsplus …                   localsplus …
    value stack      at f_valuestack                  behind the co_nlocalsplus variables
    its size         co_stacksize                     co_stacksize

The top of the stack is not written down while a frame runs, so the stack is read to its full size:
slots above the top still hold what was there before. Whoever looks for something in it has to know
it again by other means.
"""

from __future__ import annotations

from atfault.cpython.frames.code import Code
from atfault.cpython.frames.frame_locals import _slots, slot_words, slots_of
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame

_OPTIMIZED = 0x1
_MAX_STACK = 4096
_MAX_LOCALS = 4096
_MAX_NAMES = 2_000
TAGS = 3
"""From 3.14 on, these bits of a word on the stack are no part of the address: 01 borrowed, 10 no
object, 11 a small int inside of the word itself."""


def variables(runtime: PythonRuntime, reader: ObjectReader, frame: PyFrame) -> dict[str, int]:
    """Name → address of the value, of the local variables that are set, cells followed; {} when
    they cannot be read. For a module: its globals."""
    code = runtime.codes.get(frame.code.address)
    if code is None:
        return {}
    try:
        if code.flags & _OPTIMIZED:
            found: dict[str, int] = {}
            for name, _, address in _slots(runtime, frame, code):
                if address:
                    found.setdefault(name, address)
            return found
        layout = _layout(runtime)
        return dict(
            reader.names_in(runtime.memory.u64(frame.address + layout["f_locals"]), _MAX_NAMES)
        )
    except (MemoryFault, ValueError, BrokenObject):
        return {}


def free_variables(runtime: PythonRuntime, frame: PyFrame) -> frozenset[str]:
    """The variables that belong to functions around that of the frame, which others assign, too."""
    code = runtime.codes.get(frame.code.address)
    if code is None or not code.flags & _OPTIMIZED:
        return frozenset()
    try:
        return frozenset([name for name, kind, _ in _slots(runtime, frame, code) if kind == "free"])
    except (MemoryFault, ValueError, BrokenObject):
        return frozenset()


def some_variables(
    runtime: PythonRuntime, frame: PyFrame, names: tuple[str, ...]
) -> tuple[int, ...] | None:
    """The words in the slots of these local variables, cells not followed, 0 for one that there is
    not or that is not set: quick, to tell alike frames from others. None when they cannot be read.
    """
    code = runtime.codes.get(frame.code.address)
    if code is None:
        return None
    try:
        words = slot_words(runtime, frame, code)
        return tuple([words[at] if at >= 0 else 0 for at in slots_of(runtime, code, names)])
    except (MemoryFault, ValueError):
        return None


def namespace(runtime: PythonRuntime, frame: PyFrame) -> int:
    """Address of the dict of the frame's globals; 0 when it cannot be read."""
    try:
        return runtime.memory.u64(frame.address + _layout(runtime)["f_globals"])
    except MemoryFault:
        return 0


def stack_start(runtime: PythonRuntime, frame: int, code: Code) -> int:
    """Address of the lowest slot of the value stack. Raises MemoryFault, or ValueError."""
    if runtime.version[1] <= 10:
        return runtime.memory.u64(frame + runtime.offsets["PyFrameObject"]["f_valuestack"])
    count = runtime.codes.int(code, "co_nlocalsplus")
    if not 0 <= count <= _MAX_LOCALS:
        raise ValueError(f"a frame of {count} variables")
    return frame + runtime.offsets["_PyInterpreterFrame"]["localsplus"] + 8 * count


def stack_words(runtime: PythonRuntime, frame: PyFrame) -> tuple[int, ...]:
    """All slots of the value stack, lowest first, stale ones included; () when unreadable."""
    code = runtime.codes.get(frame.code.address)
    if code is None:
        return ()
    try:
        size = runtime.codes.int(code, "co_stacksize")
        if not 0 <= size <= _MAX_STACK:
            return ()
        words = runtime.memory.u64s(stack_start(runtime, frame.address, code), size)
    except (MemoryFault, ValueError):
        return ()
    if runtime.version[1] >= 14:
        return tuple([0 if word & TAGS == TAGS else word & ~TAGS for word in words])
    return words


def _layout(runtime: PythonRuntime) -> dict[str, int]:
    return runtime.offsets["_PyInterpreterFrame" if runtime.version[1] >= 11 else "PyFrameObject"]
