"""gil-not-held: Python was used by a thread that did not hold the GIL."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from atfault.diagnose.blame import call_and_lines, native_lines, on_line, thread_label, thread_words
from atfault.diagnose.crash.exit_phase import exit_phase
from atfault.diagnose.crash.fatal_errors import fatal_frame, has_gil, is_gil_text
from atfault.diagnose.crash.outsiders import (
    C_API,
    WITHOUT_GIL,
    needing,
    outsider_at_work,
    takes_gil,
)
from atfault.diagnose.facts import (
    SIGABRT,
    SIGSEGV,
    bare_symbol,
    called_through_ctypes,
    crash_frames,
    describe_frame,
    fault_address,
    interpreter_module,
    interrupted_frame,
    is_fault,
    native_frames,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import listed
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Blame, Doubt, Finding
from atfault.model.process import FIRST_64K, Module
from atfault.model.stacks import NativeFrame
from atfault.model.state import ProcessState

if TYPE_CHECKING:
    from atfault.model.damage import Outsider

NO_THREAD_STATE = ("_Py_FatalError_TstateNULL", "_Py_EnsureFuncTstateNotNULL", "fatal_error_tstate")
"""Report that there is no current thread state (3.9 and later)."""
CHECKS_THREAD_STATE = (
    "PyThreadState_Get",
    "PyEval_SaveThread",
    "PyEval_RestoreThread",
    "PyEval_ReleaseThread",
    "PyEval_ReleaseLock",
    "PyGILState_Release",
    "PyThreadState_Swap",
    "drop_gil",
)
"""End the process when they are called without the GIL."""
SHOWN_CALLS = 3
FAILED_CHECKS = ("_ZN8nanobind6detail8fail_gilEv",)
"""nanobind/nb_types.h: called where a reference count would change without the GIL."""
EVALUATION = ("_PyEval_EvalFrame", "_PyEval_Vector", "PyEval_EvalCode")
STARTS = (
    *("Py_BytesMain", "Py_Main", "Py_RunMain", "pymain_"),
    *("thread_run", "t_bootstrap", "bootstrap_run", "pythread_wrapper"),
)
"""How the interpreter begins to run a program or a thread, with the GIL held."""
CALLING = (
    "cfunction_",
    "call_function",
    "function_code_fastcall",
    "method_vectorcall",
    "type_call",
)
"""The interpreter's own functions for calls: they work with the thread state."""
MAX_FRAMES = 200


@rule(
    "gil-not-held",
    needs=(Need.SIGNAL,),
    on=(SIGABRT, SIGSEGV),
    yields_to=("crash-at-exit",),
    partly=(Need.INTERPRETER,),
)
def gil_not_held(case: Case) -> Iterator[Finding]:
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
    state = case.process
    leaving = exit_phase(state)
    if leaving is not None and leaving.own and leaving.stage == "process":
        return  # Python itself is gone, not only the GIL: crash-at-exit
    text = state.abort.fatal
    if text and is_gil_text(text) and not has_gil(state):
        caller = _after_fatal(state)
        by_itself = caller is None and fatal_frame(state) is not None
        entry = _Entry("" if by_itself else _function_of(text), caller)
        yield _finding(state, entry, "certain", [f'the interpreter said: "{text}"'])
        return
    thrown_by = _fatal_caller(state)
    if thrown_by is not None:
        evidence = [f"the interpreter ended the process in {describe_frame(thrown_by)}"]
        evidence.append("it does so when the calling thread does not hold the GIL")
        entry = _Entry(describe_frame(thrown_by), _after_fatal(state))
        yield _finding(state, entry, "certain", evidence)
        return
    checked_by = _library_check(state)
    if checked_by is not None:
        evidence = ["nanobind looked whether the GIL was held, and ended the process"]
        yield _finding(state, _Entry("Python", checked_by), "certain", evidence)
        return
    of_crashed = _of_crashed(state)
    if of_crashed is not None:
        yield of_crashed
        return
    outsider = outsider_at_work(state)
    if outsider is not None:
        yield _beside(state, outsider)


def _of_crashed(state: ProcessState) -> Finding | None:
    """The crashed thread was in the interpreter, and another one had the GIL, or nobody."""
    crashed = state.crashed
    if not is_fault(state) or not (state.gil.known or _is_detached(state)):
        return None
    frame = _api_frame(state)
    if crashed is None or frame is None or _holds(state):
        return None
    entry = _entry(state)
    from_outside = entry.caller is not None
    symbol = bare_symbol(native_frames(crashed)[0])
    named = symbol.startswith((*C_API, *CALLING)) or symbol.endswith("_dealloc")
    no_thread_state = (fault_address(state) or 0) < FIRST_64K
    if not (named or crashed.has_lost_state or (from_outside and no_thread_state)):
        return None  # modules inside the interpreter's object release the GIL around their own work
    crash = describe_frame(native_frames(crashed)[0])
    evidence = [f"the crash is in {crash}, a part of the interpreter"]
    if _is_free_threaded(state):
        evidence.append("a thread may only use Python while its thread state is attached")
    elif state.gil.no_current:
        evidence.append(
            "the thread had the lock, but no current thread state: that goes with the GIL"
        )
    elif state.gil.locked and state.gil.holder_tid is not None:
        evidence.append(f"the GIL was held by another thread ({_holder(state)})")
    else:
        evidence.append("nobody held the GIL at that moment")
    if crashed.has_lost_state:
        evidence.append(f"{thread_words(state, crashed)} has no Python thread state any more")
    elif isinstance(crashed.python, Absent):
        evidence.append(f"{thread_words(state, crashed)} is not known to Python at all")
    certain = (from_outside or no_thread_state) and not state.is_finalizing
    return _finding(state, entry, "certain" if certain else "likely", evidence)


def _beside(state: ProcessState, outsider: "Outsider") -> Finding:
    """Another thread, which Python does not know, works on Python's objects while the one that
    crashed has the GIL."""
    where = describe_frame(outsider.frame)
    thread = next((one for one in state.threads if one.thread.tid == outsider.tid), None)
    calls = listed(needing(outsider), SHOWN_CALLS)
    who = "another thread" if thread is None else thread_words(state, thread)
    inside = next((one for one in reversed(outsider.inside) if one.startswith(C_API)), "")
    evidence = [
        f"the crash is in {describe_frame(native_frames(state.crashed)[0])}, a part of the "
        "interpreter, which finds what others have changed meanwhile",
        f"{who} was not started by Python and has no Python thread state",
        f"it is in {where}, which calls {calls or inside}"
        + ("" if takes_gil(outsider) else " and takes no GIL"),
    ]
    doubts = []
    if inside:
        evidence.append(f"at that moment it was in {inside}")
    elif not outsider.is_whole:
        doubts.append(Doubt(f"not all that {where} calls is known: it may take the GIL", "unread"))
    return Finding.of(
        summary=f"{where} calls {inside or calls} in a thread without a Python thread state, and "
        "without holding the GIL",
        confidence="likely",  # that it does so is known, not that this is what it damaged
        blame=_begun(state, outsider.tid),
        evidence=evidence,
        advice=("native code: take the GIL around it (PyGILState_Ensure / PyGILState_Release)",),
        doubts=doubts,
    )


def _begun(state: ProcessState, tid: int) -> tuple[Blame, ...]:
    """The lines where the user's code has called the library that a thread is in which Python does
    not know, behind that thread's own, where it crashed in native code of the user's; () where the
    first are not known."""
    crashed = state.crashed
    found = (one.begun for one in state.objects.outsiders if one.tid == tid)
    begun = next(found, None)
    if begun is None or crashed is None:
        return ()
    own = native_lines(state, crashed) if crashed.thread.tid == tid else ()
    return (*own, *call_and_lines(crashed, begun))


def _library_check(state: ProcessState) -> NativeFrame | None:
    """The caller of a binding library's own check of the GIL that failed; None when none did."""
    frames = native_frames(state.crashed)[:16]
    for check, caller in pairwise(frames):
        if bare_symbol(check).startswith(FAILED_CHECKS):
            return caller
    return None


def _holds(state: ProcessState) -> bool:
    """Whether the crashed thread held the GIL, or may have."""
    crashed = state.crashed
    if crashed is None:
        return True
    if _is_free_threaded(state):
        return not _is_detached(state)
    if state.gil.no_current and (fault_address(state) or 0) < FIRST_64K:
        return False  # a field of the thread state that is not there
    if crashed.holds_gil or state.gil.locked is None:
        return True
    if not state.gil.locked:
        return False
    return state.gil.holder_tid is None or state.gil.holder_tid == crashed.thread.tid


def _lacks(state: ProcessState) -> str:
    return "had no thread state" if _is_free_threaded(state) else "did not hold the GIL"


def _is_free_threaded(state: ProcessState) -> bool:
    return not isinstance(state.python, Absent) and state.python.free_threaded


def _is_detached(state: ProcessState) -> bool:
    """Whether the crashed thread of a free-threaded build used a thread state that it has not."""
    crashed = state.crashed
    if crashed is None or not _is_free_threaded(state):
        return False
    address = fault_address(state)
    without = crashed.is_detached or isinstance(crashed.python, Absent)
    return without and address is not None and address < FIRST_64K


def _holder(state: ProcessState) -> str:
    for thread in state.threads:
        if thread.thread.tid == state.gil.holder_tid:
            return f'"{thread_label(thread)}"'
    return f"tid {state.gil.holder_tid}"


def _api_frame(state: ProcessState) -> NativeFrame | None:
    """The function of the interpreter's C API that was called from outside, when the crash happened
    in the interpreter's own code and not in a function that may run without the GIL; else None."""
    module = interpreter_module(state)
    frames = native_frames(state.crashed)
    if module is None or not frames:
        return None
    if not _belongs(frames[0], module.start, module.end):
        return None
    outermost = None
    for frame in frames[:12]:
        symbol = bare_symbol(frame)
        if not _belongs(frame, module.start, module.end) or symbol.startswith(EVALUATION):
            break
        if symbol == "main" and outermost is not None and _is_embedded(module):
            break
        if symbol.startswith(WITHOUT_GIL):
            return None
        if symbol.startswith(C_API):
            outermost = frame
    return outermost or frames[0]


class _Entry(NamedTuple):
    """How the crashed thread came into the interpreter, by its innermost way."""

    function: str
    """The function of the C API that was called, in words; "" when nobody called one."""
    caller: NativeFrame | None
    """The native code, no part of the interpreter, that called it; None when it is not that, but
    the interpreter itself that runs Python code."""


def _is_embedded(module: Module) -> bool:
    """Whether the interpreter is linked into a program that has functions of its own."""
    return not roles.is_interpreter(module.name)


def _entry(state: ProcessState) -> _Entry:
    """The outermost of the interpreter's functions that the crash happened in, with its caller."""
    module = interpreter_module(state)
    called: NativeFrame | None = None
    beyond: NativeFrame | None = None
    for frame in crash_frames(state.crashed)[:MAX_FRAMES]:
        native = frame.native
        if module is None or native is None:  # a Python frame
            break
        symbol = bare_symbol(native)
        if not _belongs(native, module.start, module.end):
            if native.is_inline or _is_ctypes_itself(native):
                if called is None and symbol.startswith(C_API):
                    called = native  # Py_DECREF, which calls the destructor of the type
                continue  # a wrapper of the C API, as pybind11 has them, or ctypes around a call
            return _Entry(describe_frame(called), beyond or native) if called else _Entry("", None)
        if symbol.startswith(STARTS):
            break
        if symbol.startswith(C_API):
            called, beyond = native, None
        elif called and not beyond and not native.is_inline and _is_embedded(module):
            beyond = native  # the program's own
    return _Entry("", None)


def _is_ctypes_itself(frame: NativeFrame) -> bool:
    """Whether ctypes, rather than the C function that it calls, is at work."""
    if frame.module is None or not frame.module.name.startswith("_ctypes"):
        return False
    return not bare_symbol(frame).startswith("ffi_call")


def _function_of(text: str) -> str:
    """ "PyEval_SaveThread: the function must …" → "PyEval_SaveThread"."""
    name = text.partition(":")[0]
    return name if name.startswith(C_API) and name.isidentifier() else ""


def _after_fatal(state: ProcessState) -> NativeFrame | None:
    """The innermost native code, no part of the interpreter or of ctypes, outside of the fatal
    error, if that called into the interpreter."""
    module, fatal = interpreter_module(state), fatal_frame(state)
    if module is None or fatal is None:
        return None
    inside = False
    for frame in crash_frames(state.crashed)[:MAX_FRAMES]:
        inside = inside or frame.native == fatal
        if frame.native is None or bare_symbol(frame.native).startswith(STARTS):
            break
        if inside and not _belongs(frame.native, module.start, module.end):
            return frame.native
    return None


def _fatal_caller(state: ProcessState) -> NativeFrame | None:
    """The function that found no thread state and gave up; None when there is none."""
    fatal = fatal_frame(state)
    if fatal is None:
        return None
    frames = native_frames(state.crashed)
    if any(bare_symbol(f).startswith(NO_THREAD_STATE) for f in frames[: frames.index(fatal) + 1]):
        return next(iter(frames[frames.index(fatal) + 1 :]), fatal)
    for frame in frames[frames.index(fatal) + 1 :][:1]:
        if bare_symbol(frame) in CHECKS_THREAD_STATE:
            return frame
    return None


def _belongs(frame: NativeFrame, start: int, end: int) -> bool:
    return start <= frame.pc < end


def _finding(state: ProcessState, entry: _Entry, confidence: str, evidence: list[str]) -> Finding:
    caller = entry.caller
    let_go = caller is None and not entry.function
    if let_go:
        summary = f"Python code was run by a thread that {_lacks(state)}"
        called = ", called on that line or before," if on_line(state) else " that was called before"
        evidence.append(f"a native function{called} let go of it and did not take it back")
        advice = [
            "native code: look for a return between Py_BEGIN_ALLOW_THREADS and "
            "Py_END_ALLOW_THREADS, and for PyEval_SaveThread, PyThreadState_Swap or "
            "PyGILState_Release without what undoes it"
        ]
    else:
        summary = f"{entry.function or 'the interpreter'} was called "
        summary += (
            "without a thread state" if _is_free_threaded(state) else "without holding the GIL"
        )
        advice = ["native code: take the GIL around it (PyGILState_Ensure / PyGILState_Release)"]
    in_handler = caller is not None and interrupted_frame(state.crashed) is not None
    if called_through_ctypes(state) and not let_go and not in_handler:
        evidence.append("the call was made through ctypes: CDLL releases the GIL, PyDLL keeps it")
        advice.insert(0, "load the library with ctypes.PyDLL, or use ctypes.pythonapi")
    elif caller is not None and (in_handler or caller.is_signal_frame):
        advice = [
            "a signal handler of native code must not use Python: let it set a flag or call "
            "Py_AddPendingCall, or set the handler with Python's signal.signal"
        ]
        if not caller.is_signal_frame:
            evidence.append(f"it was called by {describe_frame(caller)}")
    elif caller is not None:
        evidence.append(f"it was called by {describe_frame(caller)}")
    return Finding.of(
        summary=summary,
        confidence="certain" if confidence == "certain" else "likely",
        blame=() if state.crashed is None else _begun(state, state.crashed.thread.tid),
        evidence=evidence,
        advice=advice,
    )
