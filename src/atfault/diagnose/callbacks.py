"""C code that calls Python functions through ctypes.

library ── calls ──► trampoline ──► libffi ──► closure_fcn ──► _CallPythonObject ──► Python
                     (CFUNCTYPE(…)(function) holds all of it; gone with that object)
"""

from __future__ import annotations

from atfault.diagnose.facts import bare_symbol, is_fault, native_frames

TYPE_CHECKING = False
if TYPE_CHECKING:
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


def runs_nobodys_code(state: ProcessState) -> bool:
    """Whether the failed instruction lies in no library and in no known compiler's output: a
    trampoline of libffi's does, and so may the memory of one that is gone."""
    frames = native_frames(state.crashed)
    return bool(frames) and frames[0].module is None and not frames[0].is_jit


def _run(frames: tuple[NativeFrame, ...], start: int, name: str) -> int:
    """Index of the first frame from `start` on whose module is called otherwise than `name`…"""
    index = start
    while index < len(frames):
        module = frames[index].module
        if module is None or not module.name.startswith(name):
            break
        index += 1
    return index
