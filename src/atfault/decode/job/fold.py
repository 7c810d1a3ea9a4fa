"""Jobs out of what their ranks have left, in whichever order and in whichever parts it comes.

Of two looks at one rank the later one counts, but for one that found it dead. A fold holds a place
for each rank, and equal stacks once: ten thousand ranks take some 20 MB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar, cast

from atfault.decode.job.history import History
from atfault.formats.flight_recorder import Dump
from atfault.model.collected import RankRecord, rank_line
from atfault.model.job import Job, RankPlace
from atfault.model.rank_numbers import numbered

DAY = 86400.0
Part = TypeVar("Part")
Key = tuple[str, int]
"""(job, rank)."""


class FoldedJob(NamedTuple):
    """One job."""

    whole: Job
    """All of its ranks."""
    judged: Job
    """The ranks that the judgement is about: those of one group, where dumps tell of such."""
    hosts: Mapping[int, str]
    """By rank, where that is known."""
    notes: tuple[str, ...]
    """What is to be said of the input, as clauses."""
    latest: float
    """When the last look was taken, or the last operation begun: seconds since the epoch; 0.0 where
    nothing tells."""


class Fold:
    """What was read so far."""

    def __init__(self) -> None:
        self.records: dict[Key, RankRecord] = {}
        self.history = History()
        self.again: set[Key] = set()
        """Ranks that were looked at more than once."""
        self._same: dict[object, object] = {}

    def add(self, record: RankRecord) -> None:
        """A look at a rank."""
        key = record.job, record.place.rank
        known = self.records.get(key)
        if known is not None and known != record:
            self.again.add(key)
            record = max(known, record, key=_order)
        self.records[key] = self._interned(record)

    def add_dump(self, rank: int, dump: Dump) -> None:
        """What the flight recorder of a rank has left."""
        self.history.add(rank, dump)

    def merge(self, other: Fold) -> None:
        """Add all that another one has."""
        for record in other.records.values():
            self.add(record)
        self.again |= other.again
        self.history.merge(other.history)

    def _interned(self, record: RankRecord) -> RankRecord:
        """With equal parts of other ranks in place of its own."""
        place = record.place
        place = place._replace(
            stack=self._one(place.stack),
            call=self._one(place.call),
            line=self._one(place.line),
            counters=self._one(place.counters),
            found=self._one(place.found),
        )
        return record._replace(
            place=place,
            threads=self._one(record.threads),
            host=self._one(record.host),
            job=self._one(record.job),
            command=self._one(record.command),
        )

    def _one(self, part: Part) -> Part:
        return cast(Part, self._same.setdefault(part, part))

    def jobs(self) -> list[FoldedJob]:
        """The jobs, the largest first; [] without any rank."""
        by_job: dict[str, dict[int, RankRecord]] = {}
        for (job, rank), record in sorted(self.records.items(), key=lambda one: one[0]):
            by_job.setdefault(job, {})[rank] = record
        named = [job for job in by_job if job]
        if len(named) == 1 and "" in by_job:  # what does not tell its job is of the only one
            for rank, record in by_job.pop("").items():
                known = by_job[named[0]].get(rank)
                latest = record if known is None else max(known, record, key=_order)
                by_job[named[0]][rank] = latest
        with_dumps = self._job_of_dumps(by_job)
        by_job.setdefault(with_dumps, {})
        made = [
            self._job(job, records, is_with_dumps=job == with_dumps)
            for job, records in by_job.items()
            if records or self.history.seen
        ]
        return sorted(made, key=lambda one: -len(one.whole.ranks))

    def _job_of_dumps(self, by_job: Mapping[str, Mapping[int, RankRecord]]) -> str:
        """The only job, where its looks and the dumps are of one day; dumps do not tell theirs."""
        dumped = max((one.last for one in self.history.seen.values()), default=0) / 1e9
        for job, records in by_job.items() if len(by_job) == 1 else ():
            looked = max(one.looked[1] for one in records.values())
            if not looked or not dumped or abs(looked - dumped) < DAY:
                return job
        return ""

    def _job(self, name: str, records: dict[int, RankRecord], *, is_with_dumps: bool) -> FoldedJob:
        worlds = [one.world for one in records.values() if one.world is not None]
        world = max(worlds, default=None)
        places = {rank: one.place for rank, one in records.items()}
        if not _overlap(records.values()):
            places = {
                rank: one._replace(stands=None if one.stands else one.stands)
                for rank, one in places.items()
            }
        history = self.history.job(world) if is_with_dumps else None
        seen = set(self.history.seen) if is_with_dumps else set()
        told = self.history.world if seen else 0
        world = max(filter(None, (world, told)), default=None)
        judged = None if history is None else _enriched(history, places)
        dumped = {} if judged is None else {one.rank: one for one in judged.ranks}
        both = {**{rank: RankPlace(rank, 0, 0, None, None, (), "") for rank in seen}, **dumped}
        both = {**both, **{rank: one for rank, one in places.items() if rank not in dumped}}
        least = max(seen, default=-1) + 1  # ranks are numbered from 0 without a gap
        missing = set(range(max(world or 0, least))) - both.keys()
        ordered = tuple([both[rank] for rank in sorted(both)])
        whole = Job(world, ordered, tuple(sorted(missing)), is_collected=True)
        hosts = {rank: one.host for rank, one in records.items() if one.host}
        notes = tuple(self._notes(name, worlds, is_with_dumps=is_with_dumps))
        latest = max([one.looked[1] for one in records.values()], default=0.0)
        if seen:
            latest = max(latest, max(one.last for one in self.history.seen.values()) / 1e9)
        return FoldedJob(whole, whole if judged is None else judged, hosts, notes, latest)

    def _notes(self, name: str, worlds: list[int], *, is_with_dumps: bool) -> Iterable[str]:
        again = [rank for job, rank in self.again if job in (name, "")]
        if again:
            yield f"{numbered(again)}: looked at more than once, of which the latest counts"
        if len(set(worlds)) > 1:
            sizes = ", ".join(map(str, sorted(set(worlds))[:4]))
            yield f"the ranks do not agree on how many they are: {sizes}"
        stale = self.history.stale() if is_with_dumps else ()
        if stale:
            yield f"{numbered(stale)}: the dump is of an earlier run than the rest, and left out"
        if is_with_dumps and self.history.is_full:
            yield "the dumps hold more than can be compared, and were left out"


def _order(record: RankRecord) -> tuple[object, ...]:
    """Of looks at one rank: the last one of it counts, and none after its first death."""
    place, (first, last) = record.place, record.looked
    is_dead = place.doing == "dead"
    return is_dead, place.at > 0, -place.at, last, first, rank_line(record)


def _overlap(records: Iterable[RankRecord]) -> bool:
    """Whether every rank's first look precedes every rank's last one, as far as that is told."""
    times = [one.looked for one in records if one.looked[1]]
    return not times or max(first for first, _ in times) <= min(last for _, last in times)


def _enriched(job: Job, places: Mapping[int, RankPlace]) -> Job:
    """With what was seen of its ranks besides: where those are that have not come, and pids."""
    ranks = []
    for one in job.ranks:
        seen = places.get(one.rank)
        if seen is not None and (one.doing == "late" or seen.doing == "dead"):
            one = seen
        elif seen is not None:
            one = one._replace(pid=seen.pid, tid=seen.tid, found=seen.found)
        ranks.append(one)
    missing = [places[rank] for rank in job.missing if rank in places]
    ranks = sorted((*ranks, *missing), key=lambda one: one.rank)
    left = tuple([rank for rank in job.missing if rank not in places])
    return job._replace(ranks=tuple(ranks), missing=left)
