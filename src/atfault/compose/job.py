"""The job of a case in the contract's words: its ranks in groups by their places."""

from __future__ import annotations

from collections.abc import Sequence

from atfault.model.job import Job, RankPlace
from atfault.model.process import Rank
from atfault.model.rank_numbers import spans
from atfault.model.report_company import JobReport, PlaceReport, RankGroupReport, RankReport

MAX_GROUPS = 64
DOINGS = {
    "waiting": "waits for its own process",
    "outside": "waits",
    "disk": "in the kernel",
    "late": "which was its last call",
    "": "where is not known",
}


def rank_report(rank: Rank) -> RankReport:
    return RankReport(*rank[:3])


def job_report(job: Job) -> JobReport:
    """Of the groups, the largest come first."""
    return JobReport(
        job.world,
        tuple([_group(group) for group in job.groups[:MAX_GROUPS]]),
        tuple([one.rank for one in job.odd]),
        job.missing,
    )


def _group(group: Sequence[RankPlace]) -> RankGroupReport:
    one = group[0]
    stack = tuple([PlaceReport(p.file, p.line, p.function, p.mine) for p in one.stack])
    pids = tuple([rank.pid for rank in group if rank.pid])
    return RankGroupReport(spans(rank.rank for rank in group), _words(one), stack, pids)


def _words(one: RankPlace) -> str:
    """ "all_reduce of float32[10] at train.py:27", "save at train.py:30, stopped"."""
    line = one.line
    at = "" if line is None else f" at {line.file.rpartition('/')[2]}:{line.line}"
    if one.call is not None:
        return one.call.words(with_peer=False) + at
    if one.doing == "late" and line is None:
        return "has not come"
    if one.doing == "dead":
        return f"died of {one.ended or 'what is not known'}" + at
    if line is None and not one.stack and not one.doing:
        return "waits for no other rank"
    worker = "a worker in " if one.is_worker else ""
    what = DOINGS.get(one.doing, one.doing)
    return f"{worker}{'native code' if line is None else line.function}{at}, {what}"
