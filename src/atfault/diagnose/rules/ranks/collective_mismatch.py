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
from atfault.diagnose.words import file_line
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding
from atfault.model.job import RankPlace

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
    if isinstance(job, Absent) or job.elsewhere or job.missing or has_moved(job.ranks):
        return
    if any(one.call is None or one.call.kind in ("send", "receive") for one in job.ranks):
        return
    sides: dict[object, list[RankPlace]] = {}
    for one in job.ranks:
        sides.setdefault(one.call and one.call.alike, []).append(one)
    if len(sides) < 2:
        return
    few = sorted(_of_one_operation(sides.values()) or sides.values(), key=len)
    is_known = all(one.call is not None and one.call.kind == "collective" for one in job.ranks)
    is_of_all = all(one.call is not None and not one.call.detail("group") for one in job.ranks)
    numbers = {one.call.detail("number") if one.call is not None else "" for one in job.ranks}
    number = numbers.pop() if len(numbers) == 1 else ""
    most = few.pop()
    odd = [one for side in few for one in side]
    told = f"in collective {number}, " if number else ""
    told += f"{ranks_of(few[0])} {doing(few[0])}, {ranks_of(most)} {doing(most)}"
    yield Finding.of(
        f"{told}; they wait for each other, as their {_differing((*odd, *most))} differs",
        at_most(is_known and is_of_all),
        reasons(job),
        ("make all ranks of the group come to the same operation, with arguments that fit",),
        blame=lines_of((*few, most)),
        title=f"{upper(ranks_of(odd))} and {ranks_of(most)} do not meet: {_short(few[0])} and "
        f"{_short(most)}",
        doubts=doubts_of(job, is_whole=not number),
    )


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
    return next((name for name in FITS if len({one.detail(name) for one in calls}) > 1), "group")
