"""C code that calls Python functions through ctypes or cffi.

library ── calls ──► trampoline ──► libffi ──► closure_fcn ──► _CallPythonObject ──► Python
                     (CFUNCTYPE(…)(function) holds all of it; gone with that object)

What a call of one that is gone fails on depends on what the memory was used for since: ctypes finds
no function in the callback's object, libffi no description of the call in the closure, or what runs
is no trampoline any more (cffi writes the links of its list of free ones over it at once).
"""

from typing import Literal, NamedTuple

from atfault.diagnose.facts import bare_symbol, is_fault, mapping_at, native_frames
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState

_ENTRY = ("closure_fcn", "_CallPythonObject")
"""Modules/_ctypes/callbacks.c: they read the callback's own object, and nothing that C passed."""
_CALL = ("ffi_call", "ffi_prep", "cffistatic_ffi")
"""Of libffi, on the way from Python to C."""
_MAKERS = {"_ctypes": "ctypes", "_cffi_backend": "cffi"}


class DeadCallback(NamedTuple):
    """A call of a callback that is gone."""

    caller: NativeFrame
    maker: str
    """ "ctypes", "cffi", or both where either may have made it."""
    failed: Literal["object", "closure", "code"]
    """What the call failed on: the callback's object, libffi's description of the call, or the
    trampoline itself."""


def dead_callback(state: ProcessState) -> DeadCallback | None:
    """The call that failed on its way from C to Python, before there was anything of what C passes.
    None when something else failed."""
    if not is_fault(state):
        return None
    frames = native_frames(state.crashed)
    if _is_trampoline(state, frames):
        return _called_by(frames, 1, _maker(state, frames), "code")
    entered = _run(frames, 0, ("_ctypes",))
    names = [bare_symbol(frame) for frame in frames[:entered] if not frame.is_inline]
    if not all(name.startswith(_ENTRY) for name in names if name):
        return None
    behind = _run(frames, entered, ("libffi",))
    if behind == entered or any(bare_symbol(one).startswith(_CALL) for one in frames[:behind]):
        return None
    if entered:
        return _called_by(frames, behind, "ctypes", "object")
    return _called_by(frames, behind, _maker(state, frames), "closure")


def _called_by(
    frames: tuple[NativeFrame, ...],
    index: int,
    maker: str,
    failed: Literal["object", "closure", "code"],
) -> DeadCallback | None:
    """None where that frame is of those that call C from Python."""
    if not maker or index >= len(frames) or _is_of(frames[index], (*_MAKERS, "libffi")):
        return None
    return DeadCallback(frames[index], maker, failed)


def _is_trampoline(state: ProcessState, frames: tuple[NativeFrame, ...]) -> bool:
    """Whether the failed instruction lies where libffi puts its trampolines, in memory to be
    written and to be run or in a file of libffi's own. (Other makers of code close their memory to
    writes before they run it.)"""
    if not frames or frames[0].module is not None or frames[0].is_jit:
        return False
    mapping = mapping_at(state, frames[0].pc)
    if mapping is None or not mapping.executable:
        return False
    return mapping.writable or "ffi" in mapping.path.rpartition("/")[2]


def _maker(state: ProcessState, frames: tuple[NativeFrame, ...]) -> str:
    """Who makes callbacks: of those on the stack, else of those that are loaded; "" for nobody."""
    on_stack = [frame.module for frame in frames if frame.module is not None]
    for modules in (on_stack, state.layout.modules):
        found = [
            maker
            for prefix, maker in _MAKERS.items()
            if any(module.name.startswith(prefix) for module in modules)
        ]
        if found:
            return " or ".join(found)
    return ""


def _is_of(frame: NativeFrame, prefixes: tuple[str, ...]) -> bool:
    return frame.module is not None and frame.module.name.startswith(prefixes)


def _run(frames: tuple[NativeFrame, ...], start: int, prefixes: tuple[str, ...]) -> int:
    """Index of the first frame from `start` on that is of none of those modules."""
    index = start
    while index < len(frames) and _is_of(frames[index], prefixes):
        index += 1
    return index
