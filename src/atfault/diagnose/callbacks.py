"""C code that calls Python functions through ctypes.

library ── calls ──► trampoline ──► libffi ──► closure_fcn ──► _CallPythonObject ──► Python
                     (CFUNCTYPE(…)(function) holds all of it; gone with that object)
"""

from __future__ import annotations

from atfault.diagnose.facts import bare_symbol, is_fault, mapping_at, native_frames
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState

_ENTRY = ("closure_fcn", "_CallPythonObject")
"""Modules/_ctypes/callbacks.c: they read the callback's own object, and nothing that C passed."""

KEEP_CALLBACKS = (
    "the code that failed belongs to no library: if it is a ctypes callback that was called, keep "
    "it in a variable that lives as long as C may call it"
)


def caller_of_dead_callback(state: ProcessState) -> NativeFrame | None:
    """Who called a ctypes callback when ctypes failed to find the Python function behind it: the
    callback's object is gone then. None when something else failed."""
    if not is_fault(state):
        return None
    frames = native_frames(state.crashed)
    entered = _run(frames, 0, "_ctypes")
    names = [bare_symbol(frame) for frame in frames[:entered] if not frame.is_inline]
    if not entered or not all(name.startswith(_ENTRY) for name in names if name):
        return None
    behind = _run(frames, entered, "libffi")
    return frames[behind] if entered < behind < len(frames) else None


def may_be_trampoline(state: ProcessState) -> bool:
    """Whether the failed instruction lies where libffi puts its trampolines, in memory to be
    written and to be run or in a file of libffi's own: it is one that was freed, perhaps. (Other
    makers of code close their memory to writes before they run it.)"""
    frames = native_frames(state.crashed)
    if not frames or frames[0].module is not None or frames[0].is_jit:
        return False
    mapping = mapping_at(state, frames[0].pc)
    if mapping is None or not mapping.executable:
        return False
    return mapping.writable or "ffi" in mapping.path.rpartition("/")[2]


def _run(frames: tuple[NativeFrame, ...], start: int, name: str) -> int:
    """Index of the first frame from `start` on that is of no module called `name`…"""
    index = start
    while index < len(frames):
        module = frames[index].module
        if module is None or not module.name.startswith(name):
            break
        index += 1
    return index
