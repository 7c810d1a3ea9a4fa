"""Threads that nothing kept apart, in a Python without the GIL."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.facts import (
    bare_symbol,
    called_through_ctypes,
    crash_frames,
    interpreter_module,
    is_at_stack_end,
    is_libc,
    native_frames,
)
from atfault.model.absent import Absent
from atfault.model.process import Module
from atfault.model.stacks import NativeFrame, PyFrame, ThreadFrame, ThreadState
from atfault.model.state import ProcessState

MAX_FRAMES = 200
MAX_THREADS = 1000
WAITING = (
    *("_PySemaphore_Wait", "_PyParkingLot_Park", "_PyMutex_LockSlow", "_PyMutex_LockTimed"),
    *("PyThread_acquire_lock_timed", "__lll_lock_wait", "pthread_mutex_lock"),
)
"""Near the innermost frame of a thread that waits for another."""
MAY_RACE = (
    "no GIL keeps the other threads apart from it: one may have used the same object at that time "
    "(an iterator, a generator), and have gone on"
)


def at_same_line(state: ProcessState) -> tuple[PyFrame, list[ThreadState]] | None:
    """(the frame of a line of the user's, the other threads that ran that line, too), for a crash
    of the interpreter itself where no GIL keeps threads apart; None where it was not like that."""
    crashed = state.crashed
    if crashed is None or not is_beside_others(state):
        return None
    _, mine = _until_own(crash_frames(crashed))
    for frame in sorted(mine, key=lambda one: one.owner == "generator"):
        # A generator runs for whoever draws from it: the line that draws tells more.
        beside = [one for one in state.threads[:MAX_THREADS] if _runs(one, frame, crashed)]
        if beside:
            return frame, beside
    return None


def is_beside_others(state: ProcessState) -> bool:
    """Whether the interpreter itself crashed where no GIL keeps it apart from another thread of
    Python: that may have changed what it was at work on, and be anywhere else by now."""
    crashed = state.crashed
    if crashed is None or isinstance(state.python, Absent) or not state.python.free_threaded:
        return False
    if is_at_stack_end(state) or called_through_ctypes(state):
        return False
    interpreter = interpreter_module(state)
    natives, _ = _until_own(crash_frames(crashed))
    if not all(_is_pythons(one, interpreter) for one in natives):
        return False
    others = (one for one in state.threads[:MAX_THREADS] if one is not crashed)
    return any(not isinstance(one.python, Absent) for one in others)


def _until_own(frames: tuple[ThreadFrame, ...]) -> tuple[list[NativeFrame], list[PyFrame]]:
    """The native frames above the user's innermost line, and the user's frames."""
    natives: list[NativeFrame] = []
    mine: list[PyFrame] = []
    for frame in frames[:MAX_FRAMES]:
        if frame.python is not None and frame.mine:
            mine.append(frame.python)
        elif frame.native is not None and not mine:
            natives.append(frame.native)
    return natives, mine


def _is_pythons(frame: NativeFrame, interpreter: Module | None) -> bool:
    return frame.module is None or frame.module == interpreter or is_libc(frame)


def _runs(thread: ThreadState, frame: PyFrame, crashed: ThreadState) -> bool:
    if thread is crashed or frame.location.line is None:
        return False
    if any(bare_symbol(one) in WAITING for one in native_frames(thread)[:8]):
        return False
    return any(_same_line(one, frame) for one in _own(thread))


def _own(thread: ThreadState) -> Iterator[PyFrame]:
    for frame in thread.stack.frames[:MAX_FRAMES]:
        if frame.python is not None and frame.mine:
            yield frame.python


def _same_line(one: PyFrame, other: PyFrame) -> bool:
    same = one.location.file == other.location.file and one.location.line == other.location.line
    return same and one.code.qualname == other.code.qualname
