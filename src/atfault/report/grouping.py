"""Which threads are shown together: those with the same stack once, idle pools and threads without
a line of the user's as a number.

Threads that wait for work in a library's pool, told by their frames.

Such a thread is noise in a report: it does nothing, and there may be hundreds. A thread counts as
idle only where its frames are those of one library that keeps such threads and of the C library, in
which it waits. When in doubt it is shown.
"""

from collections.abc import Callable
from typing import NamedTuple

from atfault.model.report import FrameReport, Report, ThreadReport
from atfault.model.roles import is_system, openmp_maker, pool_of
from atfault.report.folding import is_runtime
from atfault.report.names import is_called
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


class IdlePool(NamedTuple):
    """Threads that wait for work in a library's pool."""

    library: str
    function: str
    """Of the library, in which they wait; "" when it has no name."""
    threads: tuple[ThreadReport, ...]


class ThreadGroups(NamedTuple):
    """All threads of a report, each exactly once."""

    crashed: tuple[ThreadReport, ...]
    groups: tuple[tuple[ThreadReport, ...], ...]
    """Threads with the same stack; the most interesting first."""
    idle: tuple[IdlePool, ...]
    foreign: tuple[ThreadReport, ...] = ()
    """Threads without a line of the user's that the answer does not speak of."""

    @property
    def folded(self) -> int:
        """How many threads are in `idle` and `foreign`."""
        return len(self.foreign) + sum(len(pool.threads) for pool in self.idle)


def group_threads(
    threads: tuple[ThreadReport, ...],
    *,
    keep_idle: bool = False,
    leading: frozenset[int] = frozenset(),
) -> ThreadGroups:
    """keep_idle: treat the threads of idle pools, and those without a line of the user's, like any
    others. leading: tids of threads that the answer speaks of: they come first and are never idle.
    """
    crashed = tuple(thread for thread in threads if thread.crashed)
    idle: dict[tuple[str, str], list[ThreadReport]] = {}
    busy: dict[object, list[ThreadReport]] = {}
    for thread in threads:
        if thread.crashed:
            continue
        pool = ("", "") if keep_idle or thread.tid in leading else idle_pool(thread)
        if pool[0]:
            idle.setdefault(pool, []).append(thread)
        else:
            busy.setdefault(_signature(thread, whole=keep_idle), []).append(thread)
    groups = sorted(busy.values(), key=_interest(leading))
    foreign: list[list[ThreadReport]] = []
    if not keep_idle and any(_has_line(thread) for thread in threads):
        foreign = [group for group in groups if _is_foreign(group, leading)]
        groups = [group for group in groups if group not in foreign]
    return ThreadGroups(
        crashed,
        tuple(map(tuple, groups)),
        tuple(IdlePool(*pool, tuple(members)) for pool, members in idle.items()),
        tuple(thread for group in foreign for thread in group),
    )


def _has_line(thread: ThreadReport) -> bool:
    return any(frame.mine for frame in thread.frames)


def _is_foreign(group: list[ThreadReport], leading: frozenset[int]) -> bool:
    """Whether none of the threads, which have one stack, has a line of the user's, or is otherwise
    worth a place: it is spoken of, it has the GIL, or something that others may wait for."""
    return not _has_line(group[0]) and not any(
        thread.tid in leading or thread.holds_gil or thread.holds for thread in group
    )


def _signature(thread: ThreadReport, *, whole: bool) -> object:
    """Equal for threads with the same stack, whatever they held or waited for at that moment: of
    one that runs Python code, where in the interpreter or the C library it was says no more than
    that. whole: every frame counts."""
    frames = thread.frames
    if not whole and any(frame.kind == "python" for frame in frames):
        frames = tuple(frame for frame in frames if not is_runtime(frame))
    return (
        thread.merged,
        thread.stop_reason,
        tuple(
            (frame.kind, frame.function, frame.file, frame.line)
            if frame.function not in ("", "??")
            else frame.address
            for frame in frames
        ),
    )


def _interest(leading: frozenset[int]) -> Callable[[list[ThreadReport]], tuple[bool, ...]]:
    """Sorting key: the answer's own threads, the GIL's holder, threads in the user's code, Python
    threads, the rest."""

    def key(group: list[ThreadReport]) -> tuple[bool, ...]:
        frames = group[0].frames
        return (
            not any(thread.tid in leading for thread in group),
            not any(thread.holds_gil for thread in group),
            not any(frame.mine for frame in frames),
            not any(frame.kind == "python" for frame in frames),
        )

    return key


def leading_tids(report: Report) -> frozenset[int]:
    """The threads of a hang that the first finding speaks of: those blamed, and those of a cycle.

    Empty for a crash: the crashed thread leads there.
    """
    if report.kind not in ("hang", "snapshot") or not report.diagnosis:
        return frozenset()
    pid = report.process.pid
    blames = [one for one in report.diagnosis[0].blame if one.pid in (None, pid)]
    known = {one.tid for one in blames if one.tid is not None}
    named = {one.thread for one in blames if one.tid is None and one.thread}
    by_name = [thread.tid for thread in report.threads if is_called(thread, named, pid)]
    return frozenset((*known, *by_name)) | cycle_tids(report)


def cycle_tids(report: Report) -> frozenset[int]:
    """The threads that take part in a cycle."""
    if report.waits is None:
        return frozenset()
    nodes = {node.key: node for node in report.waits.nodes}
    members = (nodes.get(key) for cycle in report.waits.cycles for key in cycle)
    return frozenset(node.tid for node in members if node is not None and node.tid is not None)


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
