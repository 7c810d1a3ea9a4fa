"""What the rules about jobs share: how ranks are named, which count, and who only waits for others.

A rule of this kind may claim that something is likely where every rank whose place it rests on
stood there in all looks; where one went on, the job goes on, and there is nothing to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from atfault.diagnose.words import file_line
from atfault.model.findings import (
    CONFIDENCES,
    Blame,
    Confidence,
    Doubt,
    Evidence,
    Finding,
    is_fault,
)
from atfault.model.job import Found, Job, RankPlace
from atfault.model.rank_numbers import numbered

MAX_LINES = 4
DOINGS = {
    "running": "computes",
    "waiting": "waits for its own process",
    "outside": "waits",
    "sleeping": "sleeps",
    "stopped": "is stopped",
    "disk": "is in the kernel",
    "late": "has not come; it was last seen",
    "": "is",
}
LOOKED_ONCE = Doubt("the ranks were looked at one after the other, and once", "looks-differ")


def ranks_of(ranks: Iterable[RankPlace]) -> str:
    """ "rank 2", "ranks 0-4,6,7"."""
    return numbered([one.rank for one in ranks])


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def where(one: RankPlace) -> str:
    """ "reduce (train.py:33)"; "native code" where there is no line of the user's."""
    if one.line is None:
        return "native code"
    return f"{one.line.function} ({file_line(one.line.file, one.line.line)})"


def doing(group: Sequence[RankPlace], *, with_peer: bool = False) -> str:
    """ "call all_reduce of float32[10] (train.py:33)", "is stopped in train (train.py:83)"."""
    one, many = group[0], len(group) > 1
    if one.call is not None:
        verb = "are in" if many else "is in"
        line = "" if one.line is None else f" ({file_line(one.line.file, one.line.line)})"
        return f"{verb} {one.call.words(with_peer=with_peer and not many)}{line}"
    if one.doing == "dead":
        ended = f" of {one.ended}" if one.ended else ""
        return f"died{ended}" + ("" if one.line is None else f" in {where(one)}")
    if one.doing == "late" and one.line is None:
        return f"{'have' if many else 'has'} not come"
    verb = DOINGS[one.doing]
    if one.doing == "late" and many:
        verb = "have not come; they were last seen"
        return f"{verb} in {where(one)}"
    if many:
        verb = verb.replace("is", "are") if verb.startswith("is") else verb.removesuffix("s")
    lead = "waits for a worker of it that " if one.is_worker else ""
    return f"{lead}{verb} in {where(one)}"


def lines_of(groups: Iterable[Sequence[RankPlace]]) -> tuple[Blame, ...]:
    """The line of the first rank of each group."""
    return tuple(
        Blame(
            one.line.file, one.line.line, one.line.function, f"MainThread of rank {one.rank}",
            tid=one.tid or None, pid=one.pid or None,
        )
        for group in groups
        for one in group[:1]
        if one.line is not None
    )[:MAX_LINES]  # fmt: skip


def reasons(job: Job) -> tuple[Evidence, ...]:
    """Where the groups of ranks are, the largest first."""
    return tuple(
        Evidence(f"{ranks_of(group)} ({len(group)}): {doing(group)}")
        for group in job.groups[:MAX_LINES]
    )


def found_in(ranks: Iterable[RankPlace]) -> tuple[Evidence, ...]:
    """What is wrong within the first of them of which that is known."""
    known = [one for one in ranks if one.found is not None and is_fault(one.found.cause)]
    return tuple(
        Evidence(f"in rank {one.rank}: {found.cause} ({found.confidence}): {found.summary}")
        for one in known[:1]
        for found in (one.found,)
        if found is not None
    )


def is_own_fault(one: RankPlace) -> bool:
    """Whether what was found in its process is wrong by itself, and likely at least."""
    found = one.found
    return found is not None and found.confidence != "possible" and is_fault(found.cause)


def own_line(one: RankPlace) -> tuple[Blame, ...]:
    """The line at fault within its process; () where none is known, or no such fault."""
    found = one.found
    if found is None or not found.file or not is_own_fault(one):
        return ()
    thread, pid = f"rank {one.rank}", one.pid or None
    return (Blame(found.file, found.line, found.function, thread, pid=pid),)


def own_faults(job: Job, told: Sequence[str] = ()) -> tuple[Finding, ...]:
    """What is wrong within ranks that live, whoever waits for them: one for each place, as sure as
    the look at the process was, the surest first. told: sentences that stand already; what one of
    them says is left out."""
    groups: dict[tuple[object, ...], list[RankPlace]] = {}
    for one in job.ranks:
        if one.found is not None and one.doing != "dead" and is_own_fault(one):
            found = one.found
            groups.setdefault((found.cause, found.file, found.line), []).append(one)
    made = [
        _own_fault(group, found)
        for group in groups.values()
        for found in (group[0].found,)
        if found is not None and not any(found.summary in text for text in told)
    ]
    return tuple(sorted(made, key=lambda one: CONFIDENCES.index(one.confidence)))


def _own_fault(group: Sequence[RankPlace], found: Found) -> Finding:
    """Of ranks that are in the same."""
    first, who = group[0], ranks_of(group)
    at = f" at {file_line(found.file, found.line)}" if found.file else ""
    lead = f"in rank {first.rank}: " if len(group) == 1 else f"in {who}, of which {first.rank}: "
    return Finding.of(
        lead + found.summary,
        found.confidence,
        cause=found.cause,
        blame=own_line(first),
        title=f"In {who}: {found.cause}{at}",
    )


def has_moved(ranks: Iterable[RankPlace]) -> bool:
    """Whether one of them was seen to go on."""
    return any(one.stands is False for one in ranks)


def doubts_of(job: Job, *, is_whole: bool = True) -> tuple[Doubt, ...]:
    """is_whole: whether it takes all ranks of the job to be known."""
    found = []
    if any(one.stands is None for one in job.ranks):
        found.append(LOOKED_ONCE)
    if is_whole and not job.is_whole and (job.is_collected or not job.missing):
        found.append(Doubt("not all ranks of the job were looked at", "unseen-process"))
    return tuple(found)


class Lag(NamedTuple):
    """An integer of the user's that is behind in few ranks."""

    name: str
    """ "train step"."""
    most: int
    """Its value in the others."""
    behind: tuple[RankPlace, ...]


def lag_of(job: Job) -> Lag | None:
    """The first one that all ranks have, and that most of them agree upon."""
    known = [dict(one.counters) for one in job.ranks]
    for name in known[0] if known else ():
        values = [one.get(name) for one in known]
        most, number = Counter(values).most_common(1)[0]
        if most is None or None in values or 2 * number <= len(values):
            continue
        behind = [
            one for one, value in zip(job.ranks, values) if value is not None and value < most
        ]
        # What is 0 in rank 0 alone tells which rank it is
        if behind and not (most == 1 and [one.rank for one in behind] == [0]):
            return Lag(name, most, tuple(behind))
    return None


def at_most(likely: bool) -> Confidence:
    return "likely" if likely else "possible"
