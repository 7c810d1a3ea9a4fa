"""Fatal errors of the interpreter: which function reports one, and whether it is about the GIL."""

from __future__ import annotations

from atfault.diagnose.facts import bare_symbol, native_frames
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState

FATAL = (
    "Py_FatalError",
    "_Py_FatalError",
    "fatal_error",
    "_Py_FatalRefcountError",
    "Py_ExitStatus",
    "_PyObject_AssertFailed",
)
GIL_TEXTS = (
    "the GIL",
    "PyThreadState_Get: no current thread",
    "thread state is NULL",
    "no current thread state",
    "auto-releasing thread-state",
    "NULL tstate",
    "PyThreadState_Get",
    "tstate mix-up",
    "wrong thread state",
)


def fatal_frame(state: ProcessState) -> NativeFrame | None:
    """The outermost of the innermost functions that report a fatal error; None when there is
    none."""
    found = None
    for frame in native_frames(state.crashed)[:16]:
        if bare_symbol(frame).startswith(FATAL):
            found = frame
    return found


def who_raised(state: ProcessState) -> NativeFrame | None:
    """The function that reported the fatal error, with help of those of `FATAL`."""
    fatal = fatal_frame(state)
    frames = native_frames(state.crashed)
    after = [] if fatal is None else frames[frames.index(fatal) + 1 :]
    return next((one for one in after if not bare_symbol(one).startswith(FATAL)), None)


def has_gil(state: ProcessState) -> bool:
    """Whether the crashed thread did hold the GIL, whatever the text of a fatal error says: that is
    also said of a thread state that is NULL where one was to be passed."""
    crashed = state.crashed
    return crashed is not None and bool(crashed.holds_gil) and not state.gil.no_current


def is_gil_text(text: str) -> bool:
    return any(part in text for part in GIL_TEXTS)
