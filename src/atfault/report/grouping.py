"""Which threads are shown together: those with the same stack once, idle pools as a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from atfault.model.report import Report, ThreadReport
from atfault.report.idle import idle_pool
from atfault.report.names import is_called
from atfault.report.waits import cycle_tids


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


def group_threads(
    threads: tuple[ThreadReport, ...],
    *,
    keep_idle: bool = False,
    leading: frozenset[int] = frozenset(),
) -> ThreadGroups:
    """keep_idle: treat the threads of idle pools like any others. leading: tids of threads that the
    answer speaks of: they come first and are never idle."""
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
            busy.setdefault(_signature(thread), []).append(thread)
    return ThreadGroups(
        crashed,
        tuple(tuple(group) for group in sorted(busy.values(), key=_interest(leading))),
        tuple(IdlePool(*pool, tuple(members)) for pool, members in idle.items()),
    )


def _signature(thread: ThreadReport) -> object:
    """Equal for threads that are at the same place with the same stack, and wait alike."""
    if thread.holds_gil or thread.holds:
        return thread.tid
    wait = thread.waits_for
    return (
        thread.merged,
        thread.state,
        thread.stop_reason,
        None if wait is None else tuple(str(wait.get(key)) for key in ("kind", "name", "line")),
        tuple((frame.kind, frame.function, frame.file, frame.line) for frame in thread.frames),
    )


def _interest(leading: frozenset[int]) -> Callable[[list[ThreadReport]], tuple[bool, ...]]:
    """Sorting key: the answer's own threads, the GIL's holder, threads in the user's code, Python
    threads, the rest."""

    def key(group: list[ThreadReport]) -> tuple[bool, ...]:
        frames = group[0].frames
        return (
            not any(thread.tid in leading for thread in group),
            not group[0].holds_gil,
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
    named = {blame.thread for blame in report.diagnosis[0].blame if blame.thread}
    pid = report.process.pid
    blamed = [thread.tid for thread in report.threads if is_called(thread, named, pid)]
    return frozenset(blamed) | cycle_tids(report)
