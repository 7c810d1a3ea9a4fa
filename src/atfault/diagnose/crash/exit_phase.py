"""Whether the process was on its way out, and how far, by what is on its threads' stacks.

    handlers   Py_FinalizeEx runs what was registered with atexit; Python still works
    teardown   Py_FinalizeEx destroys modules and objects; other threads get no Python any more
    process    Python is gone; the C library runs exit handlers and destructors
    thread     a thread ends, and the destructors of its thread-local data run

While Py_FinalizeEx waits for threads that are no daemons, nothing is torn down yet: that is no
phase of the exit.
"""

from typing import Literal, NamedTuple

from atfault.diagnose.facts import bare_symbol, native_frames
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


class Exit(NamedTuple):
    """How the process was going down."""

    stage: Stage
    thread: ThreadState
    """The one that ends the process."""
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
    return None


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
