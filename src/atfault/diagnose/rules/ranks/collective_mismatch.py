"""collective-mismatch: ranks of one job are in collective operations that do not meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from atfault.diagnose.hang.ranks import (
    at_most,
    doing,
    doubts_of,
    has_moved,
    lines_of,
    ranks_of,
    reasons,
    upper,
)
from atfault.diagnose.rule import ALIVE, rule
from atfault.diagnose.words import file_line, listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.job import Job, RankPlace

MAX_SIDES = 3
"""That are named."""
FITS = ("operation", "shape", "dtype", "root", "elements")


@rule("collective-mismatch", on=ALIVE, family="hang", leads=True)
def collective_mismatch(case: Case) -> Iterator[Finding]:
    """Ranks of a job are in different collective operations, or in one with arguments that do not
    fit, and each waits for all others.

    `all_reduce`, `barrier`, `broadcast` and their like are a meeting: every rank of the group has
    to come, in the same order, with the same shape, type and root. One that takes another branch
    of an `if`, skips a step, or has an odd batch, comes to another meeting than the rest, and all
    wait. Those that are fewer are named first; where the sides are even, both are.

    What to do: make what leads to a collective operation the same in all ranks: no `if rank == 0`
    around one, the same number of batches (`drop_last`, `join()`), the same shapes.
    """
    job = case.job
    if isinstance(job, Absent) or has_moved(job.ranks) or job.dead:
        return
    is_told = bool(job.meeting)  # by their history, whoever has not come yet
    if (job.elsewhere and not is_told) or (job.missing and not job.is_collected):
        return
    if any(one.call is None or one.call.kind in ("send", "receive") for one in job.waiting):
        return
    sides = _sides(job)
    if len(sides) < 2:
        return
    few = sorted(_of_one_operation(sides) or sides, key=len)
    is_known = all(one.call is not None and one.call.kind == "collective" for one in job.waiting)
    is_of_all = all(one.call is not None and not one.call.detail("group") for one in job.waiting)
    most = few.pop()
    odd = [one for side in few for one in side]
    shown = (*few[: MAX_SIDES - 1], most)
    lead = f"{job.meeting}: " if job.meeting else ""
    told = lead + ", ".join([f"{ranks_of(side)} {doing(side)}" for side in shown])
    yield Finding.of(
        f"{told}; they wait for each other, as their {_differing((*odd, *most))} differs",
        at_most(is_known and is_of_all),
        reasons(job),
        ("make all ranks of the group come to the same operation, with arguments that fit",),
        blame=lines_of((*few, most)),
        title=f"{upper(listed([ranks_of(side) for side in shown]))} do not meet: "
        + listed([_short(side) for side in shown]),
        doubts=() if is_told else doubts_of(job),
    )


def _sides(job: Job) -> list[list[RankPlace]]:
    """The ranks by calls that fit; one that tells less than others is of the most that it fits."""
    by_call: dict[object, list[RankPlace]] = {}
    for one in job.waiting:
        by_call.setdefault(one.call and one.call.alike, []).append(one)
    sides: list[list[RankPlace]] = []
    for ranks in sorted(by_call.values(), key=lambda one: (-_told(one[0]), -len(one))):
        call = ranks[0].call
        fitting = [side for side in sides if call and side[0].call and call.may_meet(side[0].call)]
        if fitting:
            max(fitting, key=len).extend(ranks)
        else:
            sides.append(list(ranks))
    return sorted(sides, key=lambda side: side[0].rank)


def _told(one: RankPlace) -> int:
    return 0 if one.call is None else len(one.call.details)


def _of_one_operation(sides: Iterable[list[RankPlace]]) -> list[list[RankPlace]]:
    """Those that are in the same operation with other arguments: where there are such, ranks in
    another operation have gone on, to the next."""
    by_name: dict[str, list[list[RankPlace]]] = {}
    for side in sides:
        by_name.setdefault(side[0].call.operation if side[0].call else "", []).append(side)
    return next((found for found in by_name.values() if len(found) > 1), [])


def _short(side: Sequence[RankPlace]) -> str:
    """ "barrier at train.py:38"."""
    call, line = side[0].call, side[0].line
    at = "" if line is None else f" at {file_line(line.file, line.line)}"
    return "" if call is None else call.words(with_peer=False) + at


def _differing(ranks: Sequence[RankPlace]) -> str:
    """What of their calls does: the operation before what it is given."""
    calls = [one.call for one in ranks if one.call is not None]
    if len({one.operation for one in calls}) > 1:
        return "operation"
    if len({one.detail("group") for one in calls}) > 1:
        return "group"
    told = {name: {one.detail(name) for one in calls} - {""} for name in FITS}
    return next((name for name in FITS if len(told[name]) > 1), "group")
