"""gil-not-held: Python was used by a thread that did not hold the GIL."""

from __future__ import annotations

from atfault.diagnose.blame import thread_label
from atfault.diagnose.facts import (
    bare_symbol,
    called_through_ctypes,
    describe_frame,
    interpreter_module,
    is_fault,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.rules.python_fatal_error import is_gil_text
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Evidence, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from atfault.model.stacks import NativeFrame
    from atfault.model.state import ProcessState

WITHOUT_GIL = (
    "PyEval_RestoreThread",
    "PyEval_AcquireThread",
    "PyGILState_Ensure",
    "PyGILState_Check",
    "PyGILState_GetThisThreadState",
    "take_gil",
    "drop_gil",
    "create_gil",
    "PyThread_",
    "_PyThread",
    "PyMem_Raw",
    "_PyMem_Raw",
    "_PyMem_Debug",
    "PyMutex_",
    "_PyMutex",
    "_PyParkingLot",
    "_PySemaphore",
    "_PyTime",
    "_PyRuntime",
    "faulthandler",
    "_Py_DumpTraceback",
    "Py_AddPendingCall",
    "Py_IsInitialized",
    "Py_Initialize",
    "Py_Main",
    "Py_Run",
    "main",
    "_start",
)
"""Functions of the interpreter that may run without the GIL (and where it waits for it)."""
C_API = ("Py", "_Py")


@rule("gil-not-held", needs=(Need.SIGNAL,))
def gil_not_held(state: ProcessState) -> Iterator[Finding]:
    """Native code used Python's C API in a thread that did not hold the GIL.

    Every function of the C API but a few needs the global interpreter lock. Without it there is no
    current thread state, and the interpreter either notices ("the function must be called with the
    GIL held") or crashes on a NULL pointer, or damages objects that another thread is using.

    From Python this happens when a function of the C API is called through `ctypes.CDLL` instead of
    `ctypes.PyDLL` (or `ctypes.pythonapi`), since `CDLL` releases the GIL for the call; in native
    code when a callback from a library's own thread forgets `PyGILState_Ensure`, or code between
    `Py_BEGIN_ALLOW_THREADS` and `Py_END_ALLOW_THREADS` touches an object.

    What to do: take the GIL around the calls named.
    """
    text = "" if isinstance(state.python_fatal, Absent) else state.python_fatal.strip()
    if text and is_gil_text(text):
        yield _finding(state, _api_frame(state), "certain", [f'the interpreter said: "{text}"'])
        return
    if not is_fault(state) or not state.gil.known:
        return
    if not isinstance(state.python, Absent) and state.python.free_threaded:
        return
    crashed = state.crashed
    frame = _api_frame(state)
    if crashed is None or frame is None or _holds(state):
        return
    evidence = [f"the crash is in {describe_frame(frame)}, a part of the interpreter"]
    if state.gil.locked and state.gil.holder_tid is not None:
        evidence.append(f"the GIL was held by another thread ({_holder(state)})")
    else:
        evidence.append("nobody held the GIL at that moment")
    if isinstance(crashed.python, Absent):
        evidence.append(f'thread "{thread_label(crashed)}" is not known to Python at all')
    named = bare_symbol(frame).startswith(C_API)
    certain = named and not _finalizing(state)
    yield _finding(state, frame, "certain" if certain else "likely", evidence)


def _holds(state: ProcessState) -> bool:
    """Whether the crashed thread held the GIL, or may have."""
    crashed = state.crashed
    if crashed is None or crashed.holds_gil:
        return True
    if state.gil.locked is None:
        return True
    if not state.gil.locked:
        return False
    return state.gil.holder_tid is None or state.gil.holder_tid == crashed.thread.tid


def _holder(state: ProcessState) -> str:
    for thread in state.threads:
        if thread.thread.tid == state.gil.holder_tid:
            return f'"{thread_label(thread)}"'
    return f"tid {state.gil.holder_tid}"


def _finalizing(state: ProcessState) -> bool:
    return not isinstance(state.python, Absent) and state.python.finalizing


def _api_frame(state: ProcessState) -> NativeFrame | None:
    """The innermost function of the interpreter's C API on the stack, when the crash happened in
    the interpreter's own code and not in a function that may run without the GIL; else None."""
    module = interpreter_module(state)
    frames = native_frames(state.crashed)
    if module is None or not frames:
        return None
    if not _belongs(frames[0], module.start, module.end):
        return None
    for frame in frames[:12]:
        if not _belongs(frame, module.start, module.end):
            break
        symbol = bare_symbol(frame)
        if symbol.startswith(WITHOUT_GIL):
            return None
        if symbol.startswith(C_API):
            return frame
    return frames[0]


def _belongs(frame: NativeFrame, start: int, end: int) -> bool:
    return start <= frame.pc < end


def _finding(
    state: ProcessState, frame: NativeFrame | None, confidence: str, evidence: list[str]
) -> Finding:
    actor = describe_frame(frame) if frame else "the interpreter"
    advice = [
        Advice("native code: take the GIL around it (PyGILState_Ensure / PyGILState_Release)")
    ]
    if called_through_ctypes(state):
        evidence.append("the call was made through ctypes: CDLL releases the GIL, PyDLL keeps it")
        advice.insert(0, Advice("load the library with ctypes.PyDLL, or use ctypes.pythonapi"))
    return Finding(
        cause="gil-not-held",
        summary=f"{actor} was called without holding the GIL",
        confidence="certain" if confidence == "certain" else "likely",
        evidence=tuple(Evidence(text) for text in evidence),
        advice=tuple(advice),
    )
