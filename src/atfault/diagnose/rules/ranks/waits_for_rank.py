"""waits-for-rank: all other ranks of a job are in communication, and few are elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from atfault.diagnose.hang.ranks import (
    at_most,
    doing,
    doubts_of,
    found_in,
    has_moved,
    lag_of,
    lines_of,
    ranks_of,
    reasons,
    upper,
    where,
)
from atfault.diagnose.rule import ALIVE, rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.job import RankPlace

FOR_GOOD = ("waiting", "sleeping", "stopped")
"""What a rank does that does not end by itself."""


@rule("waits-for-rank", on=ALIVE, family="hang", leads=True)
def waits_for_rank(case: Case) -> Iterator[Finding]:
    """Most ranks of a job are in communication and wait for a few that are elsewhere: these hold up
    the job, and what they do is the reason.

    A rank that waits for its own lock, for a worker of its data loader, or for a server, was
    stopped, or sleeps, comes late to the next collective operation, or never. Those that wait for
    it are not at fault, though it is they that a watchdog reports. A rank that computes, or waits
    for what has an end, is possible at most: a checkpoint takes its time.

    What to do: see what the named rank does, at its line; what was found about its process stands
    among the reasons. Work that one rank does alone needs a timeout of the others that is longer.
    """
    job = case.job
    if isinstance(job, Absent) or has_moved(job.waiting) or job.dead:
        return
    few, others = job.elsewhere, job.waiting
    if not few or len(few) > len(others) or (job.missing and not job.is_collected):
        return
    if any(one.line is None and one.doing != "late" for one in few):
        return
    if job.meeting and len({one.call and one.call.alike for one in others}) > 1:
        return  # those that came do not meet either
    lag = lag_of(job)
    if lag is not None and _numbers(lag.behind) <= _numbers(few) and has_moved(few):
        return  # it goes on, and is behind: straggler
    groups = tuple(group for group in job.groups if group[0].call is None)
    stays = all(one.doing in FOR_GOOD and one.stands for one in few)
    worker = any(one.is_worker for one in few)
    lead = f"{job.meeting}: " if job.meeting else ""
    yield Finding.of(
        f"{lead}{ranks_of(groups[0])} {doing(groups[0])}, and {ranks_of(others)} {doing(others)}",
        at_most(stays),
        (*reasons(job), *found_in(few)),
        (f"see what keeps {ranks_of(few)}" + (", in its worker" if worker else ""),),
        blame=lines_of(groups),
        title=f"{upper(ranks_of(few))} {'holds' if len(few) == 1 else 'hold'} up {len(others)} "
        f"{'other' if len(others) == 1 else 'others'}: {_where(groups[0])}",
        doubts=doubts_of(job),
    )


def _where(group: Sequence[RankPlace]) -> str:
    if group[0].doing == "late":
        return f"{'it' if len(group) == 1 else 'they'} {doing(group)}"
    return where(group[0])


def _numbers(ranks: Iterable[RankPlace]) -> set[int]:
    return {one.rank for one in ranks}
