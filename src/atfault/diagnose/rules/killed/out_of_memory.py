"""out-of-memory: the kernel killed the process for its memory."""

from __future__ import annotations

import math
from collections.abc import Iterator

from atfault.diagnose.blame import last_lines
from atfault.diagnose.facts import SIGKILL
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import file_line, place_of, size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Advice, Blame, Finding
from atfault.model.out_of_memory import GrownLine, MemoryGrowth, OutOfMemory

MAIN_SHARE = 0.4
"""Of all that it grew by, for a line to be named."""
MAX_LINES = 3


@rule("out-of-memory", needs=(Need.TERMINATION,), on=(SIGKILL,), family="killed")
def out_of_memory(case: Case) -> Iterator[Finding]:
    """The kernel killed the process because memory ran out.

    Either the machine had no memory left, or the process's group (a container, a batch job, a
    systemd service) reached the limit set for it. The process gets SIGKILL and cannot react, so
    there is no traceback and no core.

    What to do: use less memory (smaller batches, fewer worker processes, data types of half the
    size, `np.memmap` instead of loading), or ask for a higher limit.
    """
    state = case.process
    termination = state.ending.termination
    if isinstance(termination, Absent) or termination.signal != SIGKILL or termination.oom is None:
        return
    oom = termination.oom
    group = oom.scope == "cgroup"
    where = "the memory limit of its group" if group else "the machine's memory"
    limit = f", {size(oom.limit)}," if oom.limit is not None else ""
    killed = bool(oom.kills)
    grown = _grown(oom.growth)
    lines = last_lines(state.ending.last, state.process.pid)
    at = [f"its main thread was at {place_of(lines[0])} when it was killed"] if lines else []
    other_sender = termination.sender_pid not in (None, 0)
    yield Finding.of(
        summary=f"the kernel killed it: {where}{limit} was used up",
        confidence="certain" if killed and not other_sender and _is_proven(oom) else "likely",
        blame=_blame(grown, state.process.pid) or lines,
        evidence=(*_evidence(oom), *_growth_words(oom.growth), *at),
        advice=(
            "use less memory: smaller batches, fewer workers, smaller data types",
            "or raise the limit of the container or job"
            if group
            else Advice("see what else uses the machine's memory", "ps aux --sort=-rss | head"),
        ),
    )


def _is_proven(oom: OutOfMemory) -> bool:
    """Whether it was this process, and not another of its group: by the kernel's log, or since it
    had most of what there was."""
    return oom.is_named or (oom.process_rss or 0) > MAIN_SHARE * (oom.limit or math.inf)


def _evidence(oom: OutOfMemory) -> Iterator[str]:
    if oom.kills:
        times = counted(oom.kills, "process was", "processes were")
        yield f"{times} killed for memory while the program ran" + (
            f" ({oom.source})" if oom.source else ""
        )
    if oom.peak is not None:
        yield f"at the most {size(oom.peak)} were in use"
    if oom.process_rss is not None:
        yield f"the process itself held {size(oom.process_rss)} when last seen"


def _grown(growth: MemoryGrowth | None) -> GrownLine | None:
    """The line that took most of the memory; None when no line stands out."""
    if growth is None or not growth.lines or not growth.grown:
        return None
    first = growth.lines[0]
    return first if first.bytes >= MAIN_SHARE * growth.grown else None


def _blame(line: GrownLine | None, pid: int) -> tuple[Blame, ...]:
    if line is None:
        return ()
    places = ((line.file, line.line, line.function), *line.callers)
    return tuple(
        Blame(file, number, function, "MainThread", tid=pid, pid=pid)
        for file, number, function in places
    )


def _growth_words(growth: MemoryGrowth | None) -> Iterator[str]:
    if growth is None or not growth.looks:
        return
    looks = counted(growth.looks, "look")
    yield (
        f"it grew by {size(growth.grown)} up to {size(growth.resident)} in {growth.seconds:.1f} s, "
        f"seen in {looks} while it ran"
    )
    for line in growth.lines[:MAX_LINES]:
        place = file_line(line.file, line.line)
        yield f"{size(line.bytes)} of that while {line.function} ({place}) was running"
