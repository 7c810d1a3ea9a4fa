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
    own_line,
    ranks_of,
    reasons,
    upper,
    where,
)
from atfault.diagnose.rule import ALIVE, rule
from atfault.diagnose.words import file_line
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
    said = all(one.doing == "late" and one.line is None for one in few)  # by who waited for them
    if not few or not (said or len(few) <= len(others)):
        return
    if job.missing and not job.is_collected:
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
    own = next((one for one in groups[0] if own_line(one)), None)
    lead = f"{job.meeting}: " if job.meeting else ""
    yield Finding.of(
        f"{lead}{ranks_of(groups[0])} {doing(groups[0])}, and {ranks_of(others)} {doing(others)}",
        at_most(stays),
        (*reasons(job), *found_in(few)),
        (f"see what keeps {ranks_of(few)}" + (", in its worker" if worker else ""),),
        blame=(*own_line(own), *lines_of(groups)) if own else lines_of(groups),
        title=_title(few, others, groups[0], own),
        doubts=doubts_of(job),
    )


def _title(
    few: Sequence[RankPlace],
    others: Sequence[RankPlace],
    group: Sequence[RankPlace],
    own: RankPlace | None,
) -> str:
    """own: the one of the group in whose process something is wrong, if any."""
    who, many = upper(ranks_of(few)), len(others) > 1
    number = f"{len(others)} other{'s' * many}"
    if group[0].doing == "late" and group[0].line is None:
        return f"{who} {doing(group)} to where {number} wait{'s' * (not many)}"
    they = "it" if len(group) == 1 else "they"
    if own is not None and own.found is not None:
        where_to = f"{own.found.cause} at {file_line(own.found.file, own.found.line)}"
        return f"{who} {'holds' if len(few) == 1 else 'hold'} up {number}: {where_to}"
    where_to = f"{they} {doing(group)}" if group[0].doing == "late" else where(group[0])
    return f"{who} {'holds' if len(few) == 1 else 'hold'} up {number}: {where_to}"


def _numbers(ranks: Iterable[RankPlace]) -> set[int]:
    return {one.rank for one in ranks}
