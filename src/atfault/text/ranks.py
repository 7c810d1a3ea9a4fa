"""Ranks of a job, as a text tells of them: what each waited in, and who did not come.

    [Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=418, OpType=BROADCAST, …
    Detected mismatch between collectives on ranks. Rank 0 is running collective: CollectiveFinger…
    [Rank 0]: Ranks 4, 5 failed to pass monitoredBarrier in 2000000 ms
    # of tasks that reached the barrier: 3/4 … Some timed out task names: /job:jax_worker/…/task:2

Sources: PyTorch's ProcessGroupNCCL.cpp, ProcessGroupWrapper.cpp and ProcessGroupGloo.cpp, and XLA's
coordination service. A watchdog speaks when a rank has waited for minutes: that rank stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.job import Call, Job, RankPlace

NO_JOB = Absent("the text does not tell what the ranks of a job wait in")
MAX_LINE = 4000
MAX_MISSING = 4096
SAME_SIZE = ("ALLREDUCE", "BROADCAST", "REDUCE", "_ALLGATHER_BASE", "_REDUCE_SCATTER_BASE")
"""Operations to which every rank gives as many elements."""
POINT_TO_POINT = ("SEND", "RECV", "COALESCED", "P2P")
BEFORE, BEHIND = 3, 12
"""Lines round one that begins to name tasks, which belong to it."""
KEYS = ("Watchdog caught", "Detected mismatch", "monitoredBarrier", "timed out task")
"""One is in each line that tells."""
_WORK = re.compile(
    r"(?:PG (?:ID )?\d{1,9}[^\]]{0,80} |\[)Rank (?P<rank>\d{1,7})\] .{0,200}?Watchdog caught "
    r"collective operation timeout: WorkNCCL\((?:SeqNum=(?P<number>\d{1,18}), )?"
    r"OpType=(?P<operation>\w{1,40})"
    r"(?:, NumelIn=(?P<elements>\d{1,18})|, TensorShape=(?P<shape>\[[\d, ]{0,200}\]))?"
)
_GROUP = re.compile(r"\[PG (?:ID )?(?P<group>\d{1,9})\b")
_RUNNING = re.compile(
    r"Rank (?P<rank>\d{1,7}) is running (?:inconsistent )?collective: (?:CollectiveFingerPrint\()?"
    r"(?:SequenceNumber=(?P<number>\d{1,18})(?:, )?)?(?:OpType=)?(?P<operation>[A-Z_]{2,40})"
    r"(?:, TensorShape=(?P<shape>\[[\d, ]{0,200}\]))?(?:, TensorDtypes=(?P<dtype>\w{1,40}))?"
)
_SPEAKS = re.compile(r"\[?[Rr]ank[ _]?(?P<rank>\d{1,7})\]?:? (?!\[[EW]\d)")
"""What begins a line of a rank's own log."""
MIN_ALONE = 3
_BARRIER = re.compile(
    r"\[Rank (?P<rank>\d{1,7})\]: Ranks? (?P<missing>\d[\d, ]{0,4000}) failed to pass "
    r"monitoredBarrier"
)
_COORDINATED = re.compile(
    r"reached the barrier: (?P<came>\d{1,7})/(?P<world>\d{1,7})\b.{0,1000}timed out task names:"
    r"(?P<missing>(?:[ \n](?:\S{1,20}: )?(?:/\w{1,40}(?::\w{1,40})?){1,8}){1,100})",
    re.DOTALL,
)
_TASK = re.compile(r"/task:(?P<rank>\d{1,7})")


class _Told(NamedTuple):
    """What one line tells."""

    places: tuple[RankPlace, ...]
    missing: tuple[int, ...] = ()
    """They have not come, and the text does not say where they are."""
    world: int | None = None
    number: str = ""
    """Of the collective operation, in the order of its group; "" when unknown."""
    group: str = ""
    """Of processes of PyTorch's, where it is named."""


def job_told(
    lines: Sequence[str], *, by_watchdogs: bool = True
) -> tuple[Job | Absent, tuple[int, ...]]:
    """The job whose ranks the lines tell of, and which lines do, one a place that they are in;
    Absent where it takes more to judge by: ranks of several groups, or of which each waits in
    another place of the order. Never fails.

    by_watchdogs: whether it may be put together from what the watchdog of each rank says.
    """
    told = [(one, at) for at in range(len(lines)) for one in _told_by(lines, at)]
    for one, at in told:  # what says it all in one line
        if not one.group and len(one.places) + len(one.missing) > 1:
            return _job(one), (at,)
    if not by_watchdogs:
        return NO_JOB, ()
    first: dict[int, RankPlace] = {}
    seen_at: dict[int, int] = {}
    for one, at in told:
        for place in one.places:
            first.setdefault(place.rank, place)
            seen_at.setdefault(place.rank, at)
    if len(first) < 2 or len({one.group for one, _ in told if one.group != "?"}) > 1:
        return NO_JOB, ()
    numbers = {one.number for one, _ in told}
    if len(numbers) > 1:
        return NO_JOB, ()
    late = _late(lines, min(seen_at.values()), set(first))
    if late and len({place.call for place in first.values()}) == 1:
        seen = tuple(sorted(seen_at.values()))[:1]
        return _job(_Told(tuple(first.values()), late, number=numbers.pop())), seen
    lacking = max(first) + 1 - len(first)
    sides = {place.call and place.call.alike for place in first.values()}
    if lacking and (len(sides) > 1 or 2 * lacking > len(first)):
        return NO_JOB, ()  # the text is of a part of the ranks
    gaps = [rank for rank in range(max(first)) if rank not in first]
    job = _job(_Told(tuple(first.values()), tuple(gaps), number=numbers.pop()))
    places = [group[0].rank for group in job.groups if group[0].rank in seen_at]
    return job, tuple(sorted(seen_at[rank] for rank in places))


def _late(lines: Sequence[str], until: int, waiting: set[int]) -> tuple[int, ...]:
    """The rank that still wrote when all others had fallen silent, before a watchdog spoke in line
    `until`: it has not come."""
    last: dict[int, int] = {}
    wrote: list[int] = []
    for at, line in enumerate(lines[:until]):
        if (match := _SPEAKS.match(line[:MAX_LINE])) is not None:
            last[int(match["rank"])] = at
            wrote.append(int(match["rank"]))
    if len(last) < 3 or not wrote:
        return ()
    late = wrote[-1]
    behind = max(at for rank, at in last.items() if rank != late)
    alone = sum(1 for at, line in enumerate(lines[:until]) if at > behind and _SPEAKS.match(line))
    return (late,) if late not in waiting and alone >= MIN_ALONE else ()


def _job(told: _Told) -> Job:
    by_rank = {one.rank: one for one in told.places}
    for rank in told.missing:
        by_rank.setdefault(rank, RankPlace(rank, 0, 0, None, None, (), "late", stands=True))
    ranks = tuple([by_rank[rank] for rank in sorted(by_rank)])
    meeting = f"collective {told.number}" if told.number else ""
    return Job(told.world, ranks, meeting=meeting, is_collected=True)


def _told_by(lines: Sequence[str], at: int) -> Iterator[_Told]:
    line = lines[at][:MAX_LINE]
    if not any(key in line for key in KEYS):
        return
    for work in _WORK.finditer(line):
        group = _GROUP.search(line)
        number, name = work["number"] or "", "?" if group is None else group["group"]
        yield _Told((_place(work),), number=number, group=name)
    found = list(_RUNNING.finditer(line))
    running = {int(one["rank"]): _place(one) for one in found}
    if running:
        both = {one["number"] or "" for one in found}
        yield _Told(tuple(running.values()), number=both.pop() if len(both) == 1 else "")
    if (match := _BARRIER.search(line)) is not None:
        call = Call("torch", "monitored_barrier", "collective")
        yield _Told((_stands(int(match["rank"]), call),), _numbers(match["missing"]))
    if KEYS[-1] not in line:
        return
    near = "\n".join(one[:MAX_LINE] for one in lines[max(0, at - BEFORE) : at + BEHIND])
    if (match := _COORDINATED.search(near)) is not None:
        missing = tuple([int(one["rank"]) for one in _TASK.finditer(match["missing"])])
        world = int(match["world"])
        others = [rank for rank in range(min(world, MAX_MISSING)) if rank not in missing]
        call = Call("JAX", "a barrier", "start")
        if missing and int(match["came"]) == len(others):
            yield _Told(tuple([_stands(rank, call) for rank in others]), missing, world)


def _place(match: re.Match[str]) -> RankPlace:
    parts = match.groupdict()
    operation = parts["operation"]
    details = [
        ("shape", parts.get("shape") or ""),
        ("dtype", (parts.get("dtype") or "").lower()),
        ("elements", (parts.get("elements") or "") if operation in SAME_SIZE else ""),
    ]
    kind = "wait" if operation in POINT_TO_POINT else "collective"
    call = Call("torch", operation, kind, tuple([one for one in details if one[1]]))  # type: ignore[arg-type]
    return _stands(int(parts["rank"]), call)


def _stands(rank: int, call: Call) -> RankPlace:
    return RankPlace(rank, 0, 0, call, None, (), stands=True)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple([int(one) for one in re.findall(r"\d{1,7}", text)][:MAX_MISSING])
