"""Threads that wait for work in a library's pool, told by their frames.

Such a thread is noise in a report: it does nothing, and there may be hundreds. A thread counts as
idle only where its frames are those of one library that keeps such threads and of the C library, in
which it waits. When in doubt it is shown.
"""

from atfault.model.report import FrameReport, ThreadReport
from atfault.model.roles import is_system, openmp_maker, pool_of
from atfault.report.places import module_name

MAX_FRAMES = 40
"""A waiting pool thread has few frames."""
PYTHON_POOL_WAITS = (
    ("concurrent.futures", "concurrent/futures/thread.py", "_worker"),
    ("multiprocessing.pool", "multiprocessing/pool.py", "worker"),
)
"""(library, end of the file name, function) of the innermost Python frame of a waiting worker."""
WAIT_FUNCTIONS = (
    *("futex", "lll_lock", "cond_wait", "cond_timedwait", "cond_clockwait", "condition_variable"),
    *("sem_wait", "sem_timedwait", "nanosleep", "sched_yield", "syscall", "poll", "select"),
    "epoll_wait",
)
"""Parts of the names under which the C library waits."""


def idle_pool(thread: ThreadReport) -> tuple[str, str]:
    """(library, its worker function) of an idle pool thread; ("", "") for every other thread."""
    frames = thread.frames
    if thread.crashed or thread.holds_gil or not thread.merged:
        return "", ""
    if any(frame.kind == "python" for frame in frames):
        return _python_pool(frames)
    if not frames or len(frames) > MAX_FRAMES or any(frame.kind == "jit" for frame in frames):
        return thread.idle_in, ""
    modules = [module_name(frame) for frame in frames]
    own = [at for at, module in enumerate(modules) if not is_system(module)]
    library = pool_of(modules[own[-1]]) if len({modules[at] for at in own}) == 1 else ""
    # OpenMP's turn round for a while before they sleep.
    waits = _is_wait(frames[0], modules[0]) or openmp_maker(modules[0])
    if not library or not (waits or thread.idle_in):
        return thread.idle_in, ""
    function = frames[own[-1]].function.partition("(")[0]
    return thread.idle_in or library, "" if function == "??" else function


def _python_pool(frames: tuple[FrameReport, ...]) -> tuple[str, str]:
    """An idle worker of a pool written in Python, which waits in its queue's C code."""
    innermost = next(frame for frame in frames if frame.kind == "python")
    outside = any(frame.mine for frame in frames)
    for library, file, function in PYTHON_POOL_WAITS:
        known = (innermost.file or "").endswith(file) and innermost.function == function
        if known and not outside and _waits_in(frames[0]):
            return library, function
    return "", ""


def _is_wait(frame: FrameReport, module: str) -> bool:
    """In a waiting function of the C library, or in one that has no name there."""
    return is_system(module) and (frame.function in ("", "??") or _waits_in(frame))


def _waits_in(frame: FrameReport) -> bool:
    return any(part in frame.function for part in WAIT_FUNCTIONS)
