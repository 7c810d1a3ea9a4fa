"""Which function a crash is put down to, and the way that led from Python code to it.

memcpy                     libc.so.6            what all call: no answer
Py_DECREF (object.h)       _fast.so, inlined    a macro of Python's headers: no answer
grow_buffer                _fast.so         ◄── the actor
fast_append, list_append   _fast.so         ◄── the way
line 12 of app.py calls Buffer.append
"""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.facts import (
    bare_symbol,
    crash_frames,
    describe_failed,
    describe_frame,
    interpreter_module,
    native_frames,
    plain_name,
)
from atfault.diagnose.words import listed
from atfault.model import roles
from atfault.model.stacks import NativeFrame, PyFrame
from atfault.model.state import ProcessState

PLUMBING = ("pybind11::", "nanobind::", "boost::python::", "std::", "__gnu_cxx::", "pyo3::", "ffi_")
"""What stands between Python and the functions that people wrote."""
MAX_DEPTH = 40
MAX_NAMED = 4
REACH = 6
"""So many frames may lie between a function that all call and who is at fault for its arguments."""


def actor(state: ProcessState) -> str:
    """Who failed, in words: "grow_buffer (_fast)"; with a function of the C library or of the
    interpreter also who of an extension called it: "memcpy (libc.so.6), called by grow_buffer
    (_fast),"."""
    frames = [one for one in native_frames(state.crashed) if not _is_macro(one)]
    if not frames:
        return describe_failed(state)
    first, caller = frames[0], _caller(state, frames)
    if caller is None:
        return describe_frame(first)
    return f"{describe_frame(first)}, called by {describe_frame(caller)},"


def way(state: ProcessState) -> Iterator[str]:
    """How Python code came to be there, in words, where the actor does not tell."""
    names, python = _names(state)
    called = _called(python)
    if len(names) > 1:
        if len(names) > MAX_NAMED:
            names = [*names[1 : MAX_NAMED - 1], names[-1]]
        else:
            names = names[1:]
        callers = listed(names)
        yield f"it was called through {callers}" + _call_words(called, callers)
    elif called and not any(called in name for name in names):
        yield f"Python code had called {called}"


def _call_words(called: str, callers: str) -> str:
    return f", as Python code called {called}" if called and called not in callers else ""


def _called(python: PyFrame | None) -> str:
    operands = () if python is None else python.operands
    return next((one.called for one in operands if one.called), "")


def _names(state: ProcessState) -> tuple[list[str], PyFrame | None]:
    """(functions of extensions on the way, innermost first; the Python frame that called them)"""
    names: list[str] = []
    interpreter = interpreter_module(state)
    for frame in crash_frames(state.crashed)[:MAX_DEPTH]:
        native = frame.native
        if native is None:
            return names, frame.python
        if _is_macro(native) or _is_common(native) or native.module == interpreter:
            continue
        name = plain_name(native)
        if name and name not in names and not name.startswith(PLUMBING):
            names.append(name)
    return [], None


def _caller(state: ProcessState, frames: list[NativeFrame]) -> NativeFrame | None:
    """Who of an extension called the innermost function, where that is everybody's."""
    interpreter = interpreter_module(state)

    def is_everybodys(frame: NativeFrame) -> bool:
        return _is_common(frame) or (interpreter is not None and frame.module == interpreter)

    if not is_everybodys(frames[0]):
        return None
    merged = [one.native for one in crash_frames(state.crashed)[:MAX_DEPTH]]
    reached = merged.index(None) if None in merged else len(merged)
    inner = [one for one in merged[:reached] if one is not None and not _is_macro(one)]
    for frame in inner[1:REACH]:
        if not is_everybodys(frame):
            return frame if bare_symbol(frame) else None
    return None


def _is_common(frame: NativeFrame) -> bool:
    return frame.module is not None and roles.is_plumbing(frame.module.name)


def _is_macro(frame: NativeFrame) -> bool:
    """Whether it is what a header of Python's put into the function: Py_DECREF and its like."""
    file = "" if frame.location is None else frame.location.file
    return frame.is_inline and file.endswith(".h") and bare_symbol(frame).startswith(("Py", "_Py"))
