"""waits-for-rank: all other ranks of a job are in communication, and few are elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atfault.diagnose.hang.ranks import (
    at_most,
    doing,
    doubts_of,
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
    if isinstance(job, Absent) or job.missing or has_moved(job.waiting):
        return
    few, others = job.elsewhere, job.waiting
    if not few or any(one.pid and (one.line is None or len(few) > len(others)) for one in few):
        return
    lag = lag_of(job)
    if lag is not None and set(lag.behind) <= set(few) and has_moved(few):
        return  # it goes on, and is behind: straggler
    groups = tuple(group for group in job.groups if group[0].call is None)
    stays = all(one.doing in FOR_GOOD and one.stands for one in few)
    worker = any(one.is_worker for one in few)
    yield Finding.of(
        f"{ranks_of(groups[0])} {doing(groups[0])}, and {ranks_of(others)} {doing(others)}",
        at_most(stays),
        reasons(job),
        (f"see what keeps {ranks_of(few)}" + (", in its worker" if worker else ""),),
        blame=lines_of(groups),
        title=_title(groups[0], few, others),
        doubts=doubts_of(job),
    )


def _title(
    group: Sequence[RankPlace], few: Sequence[RankPlace], others: Sequence[RankPlace]
) -> str:
    who, number = upper(ranks_of(few)), f"{len(others)} other{'s' * (len(others) > 1)}"
    if not group[0].pid:
        return f"{who} did not come to where {number} {'wait' if len(others) > 1 else 'waits'}"
    return f"{who} {'holds' if len(few) == 1 else 'hold'} up {number}: {where(group[0])}"
