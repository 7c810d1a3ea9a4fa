"""Which threads are shown together: those with the same stack once, idle pools as a number."""

from __future__ import annotations

from atfault.model.record import NamedTuple
from atfault.report.idle import idle_pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from atfault.model.report import ThreadReport


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


def group_threads(threads: tuple[ThreadReport, ...], *, keep_idle: bool = False) -> ThreadGroups:
    """keep_idle: treat the threads of idle pools like any others."""
    crashed = tuple(thread for thread in threads if thread.crashed)
    idle: dict[tuple[str, str], list[ThreadReport]] = {}
    busy: dict[object, list[ThreadReport]] = {}
    for thread in threads:
        if thread.crashed:
            continue
        pool = ("", "") if keep_idle else idle_pool(thread)
        if pool[0]:
            idle.setdefault(pool, []).append(thread)
        else:
            busy.setdefault(_signature(thread), []).append(thread)
    return ThreadGroups(
        crashed,
        tuple(tuple(group) for group in sorted(busy.values(), key=_interest)),
        tuple(IdlePool(*pool, tuple(members)) for pool, members in idle.items()),
    )


def _signature(thread: ThreadReport) -> object:
    """Equal for threads that are at the same place with the same stack."""
    if thread.holds_gil or thread.waits_for or thread.holds:
        return thread.tid
    return (
        thread.merged,
        thread.state,
        thread.stop_reason,
        tuple((frame.kind, frame.function, frame.file, frame.line) for frame in thread.frames),
    )


def _interest(group: list[ThreadReport]) -> tuple[bool, bool, bool]:
    """Sorting key: the GIL's holder, threads in the user's code, Python threads, the rest."""
    frames = group[0].frames
    return (
        not group[0].holds_gil,
        not any(frame.mine for frame in frames),
        not any(frame.kind == "python" for frame in frames),
    )
