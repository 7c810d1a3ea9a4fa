"""Whether the process was on its way out, and how far, by what is on its threads' stacks.

    handlers   Py_FinalizeEx runs what was registered with atexit; Python still works
    teardown   Py_FinalizeEx destroys modules and objects; other threads get no Python any more
    process    Python is gone; the C library runs exit handlers and destructors
    thread     a thread ends, and the destructors of its thread-local data run

While Py_FinalizeEx waits for threads that are no daemons, nothing is torn down yet: that is no
phase of the exit.
"""

from typing import Literal, NamedTuple

from atfault.diagnose.facts import bare_symbol, interpreter_module, native_frames
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.stacks import ThreadState
from atfault.model.state import ProcessState

Stage = Literal["handlers", "teardown", "process", "thread"]

PROCESS = frozenset(
    "exit __GI_exit __run_exit_handlers _dl_fini __cxa_finalize _dl_call_fini quick_exit".split()
)
FINALIZE = frozenset("Py_FinalizeEx Py_Finalize _Py_Finalize Py_Exit".split())
ENDS = PROCESS | FINALIZE | {"Py_RunMain"}
THREAD_END = frozenset("__call_tls_dtors __GI___call_tls_dtors __nptl_deallocate_tsd".split())
KILLED_THREAD = frozenset("PyThread_exit_thread pthread_exit __pthread_exit".split())
WAITS = ("_shutdown", "_python_exit", "_exit_function", "join", "shutdown")
"""Python functions that run at exit to wait for threads, pools and children."""
MAX_FRAMES = 400
INNERMOST = 12


class Exit(NamedTuple):
    """How the process was going down."""

    stage: Stage
    thread: ThreadState | None
    """The one that ends the process; None when no thread does: the program goes on without
    Python, which it used all the same."""
    own: bool
    """The crashed thread is that one."""


def exit_phase(state: ProcessState) -> Exit | None:
    """How far the process's end had come; None when it was not ending."""
    crashed = state.crashed
    if crashed is None:
        return None
    stage = _stage_of(state, crashed)
    if stage is not None:
        return None if stage == "handlers" and _waits(crashed) else Exit(stage, crashed, True)
    for thread in state.threads:
        if thread is crashed:
            continue
        stage = _stage_of(state, thread)
        if stage is None or stage == "thread" or (stage == "handlers" and not _unattended(state)):
            continue
        if stage == "handlers" and _waits(thread):
            continue
        return Exit(stage, thread, False)
    return Exit("process", None, False) if _is_gone(state) else None


def _is_gone(state: ProcessState) -> bool:
    """Python was shut down and no thread is seen to end the process, a program that goes on; but
    the crashed thread used Python. (What it does without Python has nothing to do with an end.)"""
    if not state.is_finalizing or not _is_in_python(state):
        return False
    return all(isinstance(thread.python, Absent) for thread in state.threads)


def _is_in_python(state: ProcessState) -> bool:
    """Whether the crash happened inside of the interpreter."""
    module = interpreter_module(state)
    is_library = module is not None and roles.is_interpreter(module.name)
    return any(
        bare_symbol(frame).startswith(("Py", "_Py")) or (is_library and frame.module == module)
        for frame in native_frames(state.crashed)[:INNERMOST]
    )


def _unattended(state: ProcessState) -> bool:
    """Nobody waits for the crashed thread: a daemon, or one that Python does not know."""
    crashed = state.crashed
    return crashed is not None and (crashed.is_daemon or isinstance(crashed.python, Absent))


def _stage_of(state: ProcessState, thread: ThreadState) -> Stage | None:
    """What of the end of the process, or its own, runs on the thread."""
    info = state.python
    finalizing = state.is_finalizing
    ending = not isinstance(info, Absent) and info.ending
    stage: Stage | None = None
    for frame in native_frames(thread)[:MAX_FRAMES]:
        symbol = bare_symbol(frame)
        # Newer ones finalize in a function that stripped builds do not name.
        if symbol in FINALIZE or (symbol == "Py_RunMain" and (finalizing or ending)):
            return "teardown" if finalizing else "handlers"
        if symbol in PROCESS:
            return "process"
        if symbol in THREAD_END:
            stage = "thread"
    return stage


def _waits(thread: ThreadState) -> bool:
    """Whether the handlers that run are those that wait for threads, pools or children."""
    return any(
        frame.python is not None and frame.python.code.name in WAITS
        for frame in thread.stack.frames[:64]
    )


def was_ended(thread: ThreadState | None) -> bool:
    """Whether Python was ending the thread, which had asked for the GIL while it shut down."""
    return any(bare_symbol(frame) in KILLED_THREAD for frame in native_frames(thread)[:64])
