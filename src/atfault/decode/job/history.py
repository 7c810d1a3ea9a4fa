"""What the flight recorders of ranks tell together: the first operation to which not all came.

Collective operations of one number within a group are one meeting. A rank that has begun a later
one was there, a rank whose latest one is earlier has not come:

    default_pg    8            9            10
    rank 0        all_reduce   all_reduce   all_reduce   waits
    rank 1        all_reduce   all_reduce   barrier      waits      another call: they do not meet
    rank 2        all_reduce   all_reduce                           late
    rank 3                     (ring full)  all_reduce   waits      (what is lost is no absence)

Ranks are bits of a number, so that ten thousand of them cost little; what comes of it is the same
in whichever order, and in whichever parts, the dumps are added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from atfault.formats.flight_recorder import Dump, Entry
from atfault.model.job import Call, Job, RankPlace
from atfault.model.places import Place
from atfault.stacks.mine import is_mine

MAX_KEPT = 1 << 18
"""Calls at meetings that are kept."""
MAX_PAUSE = 4 * 3600 * 10**9
"""Nanoseconds from the last operation of a rank to the first one of another rank of its job."""
DEFAULT = "default_pg"
"""The group of all ranks."""
Key = tuple[str, int]
"""(group, number) of a meeting."""
Way = tuple[Call, int, tuple[Place, ...]]
"""How a rank came to it: its call, as many elements, from there."""


class Came(NamedTuple):
    """Those that came to a meeting in one way."""

    ranks: int
    done: int
    """Bits, both."""
    created: int

    def with_(self, other: Came) -> Came:
        earliest = min(self.created, other.created)
        return Came(self.ranks | other.ranks, self.done | other.done, earliest)


class Span(NamedTuple):
    """What a rank's dumps hold of a group: numbers of meetings, both included."""

    lowest: int
    highest: int

    def with_(self, other: Span) -> Span:
        return Span(min(self.lowest, other.lowest), max(self.highest, other.highest))


class Seen(NamedTuple):
    """Of a rank's dumps together."""

    is_whole: bool
    """One of them has its first entry."""
    first: int
    last: int
    """Nanoseconds: when the first and the last entry were begun."""
    latest: Entry | None

    def with_(self, other: Seen) -> Seen:
        latest = max((self, other), key=lambda one: (one.last, repr(one.latest)))
        whole = self.is_whole or other.is_whole
        return Seen(whole, min(self.first, other.first), latest.last, latest.latest)


class History:
    """Of the ranks whose dumps were added."""

    def __init__(self) -> None:
        self.meetings: dict[Key, dict[Way, Came]] = {}
        self.spans: dict[tuple[int, str], Span] = {}
        self.seen: dict[int, Seen] = {}
        self.members: dict[str, frozenset[int]] = {}
        """Of groups whose ranks are told: bits. Where dumps differ, two groups have one name."""
        self.is_full = False
        self._kept = 0
        self._frames: dict[tuple[Place, ...], tuple[Place, ...]] = {}

    def add(self, rank: int, dump: Dump) -> None:
        """A dump of a rank."""
        bit = 1 << rank
        latest: Entry | None = None
        for one in dump.entries:
            frames = self._frames.get(one.frames)
            if frames is None:
                frames = tuple([_with_mine(place) for place in one.frames])
                self._frames[one.frames] = frames
            one = one._replace(frames=frames)
            latest = one
            if one.call.kind == "collective":
                span = Span(one.number, one.number)
                self._span(rank, one.group, span)
                way = one.call, one.size, frames
                came = Came(bit, bit if one.is_done else 0, one.created)
                self._came((one.group, one.number), way, came)
        for group, number in dump.reached:
            self._span(rank, group, Span(number, number))
        times = [one.created for one in dump.entries if one.created]
        is_whole = not dump.is_overrun and bool(dump.entries)
        made = Seen(is_whole, min(times, default=0), max(times, default=0), latest)
        self._saw(rank, made)
        for group, ranks in dump.members:
            self._told(group, frozenset((_bits(ranks),)))

    def merge(self, other: History) -> None:
        """Add all that another one has."""
        for key, ways in other.meetings.items():
            for way, came in ways.items():
                self._came(key, way, came)
        for (rank, group), span in other.spans.items():
            self._span(rank, group, span)
        for rank, seen in other.seen.items():
            self._saw(rank, seen)
        for group, told in other.members.items():
            self._told(group, told)
        self.is_full |= other.is_full

    def _came(self, key: Key, way: Way, came: Came) -> None:
        ways = self.meetings.setdefault(key, {})
        known = ways.get(way)
        if known is None:
            self._kept += 1
            self.is_full |= self._kept > MAX_KEPT
            if self._kept > MAX_KEPT:
                return
        ways[way] = came if known is None else known.with_(came)

    def _span(self, rank: int, group: str, span: Span) -> None:
        known = self.spans.get((rank, group))
        self.spans[rank, group] = span if known is None else known.with_(span)

    def _told(self, group: str, members: frozenset[int]) -> None:
        self.members[group] = self.members.get(group, frozenset()) | members

    def _saw(self, rank: int, seen: Seen) -> None:
        known = self.seen.get(rank)
        self.seen[rank] = seen if known is None else known.with_(seen)

    def stale(self) -> frozenset[int]:
        """Ranks whose dumps are of another time than those of all others: an earlier run's."""
        times = {rank: one for rank, one in self.seen.items() if one.last}
        if len(times) < 2:
            return frozenset()
        newest = max(times.values(), key=lambda one: one.last)
        return frozenset(
            rank
            for rank, one in times.items()
            if newest.is_whole and newest.first - one.last > MAX_PAUSE
        )

    @property
    def world(self) -> int:
        """How many ranks there are at least, as the groups tell; 0 where they do not."""
        return max((one.bit_length() for told in self.members.values() for one in told), default=0)

    def job(self, world: int | None) -> Job | None:
        """The ranks of the group that is judged, where they are; None where no rank waits for
        another one. world: how many ranks there are, where that is known besides."""
        return _Judge(self, world).job() if self.seen and not self.is_full else None


class _Judge:
    """Of one history."""

    def __init__(self, history: History, world: int | None) -> None:
        self._of = history
        self._stale = _bits(history.stale())
        present = _bits(history.seen) & ~self._stale
        self._present = present
        self._world = max(world or 0, history.world, present.bit_length())
        self._groups: dict[str, int] = {}
        """The ranks that have been in each group."""
        for rank, group in history.spans:
            self._groups[group] = self._groups.get(group, 0) | 1 << rank
        open_ones = [
            key
            for key, ways in history.meetings.items()
            if any(came.ranks & ~came.done & ~self._stale for came in ways.values())
            and len(history.members.get(key[0], ())) < 2
        ]
        self._open = sorted(open_ones, key=lambda key: (self._created(key), key))
        """The meetings for whose end a rank waits, the earliest first."""
        first: dict[str, Key] = {}
        for group, number in self._open:
            first[group] = min(first.get(group, (group, number)), (group, number))
        self._waiting = [key for key in self._open if first[key[0]] == key]
        """The first one of each group."""
        self._lacking = {
            key: lacking
            for key in self._waiting
            if (lacking := self._late(key) | self._unseen(key))
        }
        """The ranks that have not come to these, as far as is known. Where all have come, whoever
        waits has left its dump before the others did."""

    def job(self) -> Job | None:
        found = self._mismatch() or self._absence()
        return self._messages() if found is None else self._made(found)

    def _created(self, key: Key) -> int:
        return min(came.created for came in self._of.meetings[key].values())

    def _mismatch(self) -> Key | None:
        """The first one to which ranks came with calls that do not fit. A rank that came with two
        is of two runs, and tells nothing."""
        for key in self._open:
            fits: dict[tuple[object, ...], int] = {}
            for way, ranks in self._ways(key):
                fits[_fitting(way)] = fits.get(_fitting(way), 0) | ranks
            if len(fits) > 1 and sum(map(int.bit_count, fits.values())) == _count(fits.values()):
                return key
        return None

    def _ways(self, key: Key) -> Iterator[tuple[Way, int]]:
        """(way, ranks that came in it), those that tell a line last: JSON does not."""
        ways = self._of.meetings[key]
        for way in sorted(ways, key=lambda way: (bool(way[2]), repr(way))):
            ranks = ways[way].ranks & ~self._stale
            if ranks:
                yield way, ranks

    def _absence(self) -> Key | None:
        """The one that is not reached by ranks which themselves wait for nobody; where each waits
        for another, the first of the ring."""
        waiting, lacking = self._waiting, self._lacking
        key = next((one for one in waiting if one in lacking), None)
        seen: list[Key] = []
        while key is not None and key not in seen:
            seen.append(key)
            key = next(
                (
                    other
                    for other in waiting
                    if other != seen[-1] and other in lacking
                    if self._came(other) & lacking[seen[-1]] & self._present
                ),
                None,
            )
        if key is not None:
            return min(seen[seen.index(key) :], key=lambda one: (self._created(one), one))
        return seen[-1] if seen else None

    def _came(self, key: Key) -> int:
        ranks = 0
        for _, one in self._ways(key):
            ranks |= one
        return ranks

    def _members(self, group: str) -> int:
        """The ranks of a group; where nobody tells, those that were in it before."""
        came = self._groups.get(group, 0)
        (told,) = self._of.members.get(group, (0,))
        if told and not came & ~told:
            return told
        everybody = (1 << self._world) - 1 if group == DEFAULT else 0
        return came | everybody

    def _late(self, key: Key) -> int:
        """The ranks that have not come, and whose dumps would have it if they had."""
        group, number = key
        late = 0
        for rank in _ranks(self._members(group) & ~self._came(key) & self._present):
            span = self._of.spans.get((rank, group))
            is_known = self._of.seen[rank].is_whole if span is None else span.highest < number
            late |= 1 << rank if is_known else 0
        return late

    def _unseen(self, key: Key) -> int:
        return self._members(key[0]) & ~self._present

    def _made(self, key: Key) -> Job:
        calls: dict[tuple[object, ...], Call] = {}
        for way, _ in self._ways(key):  # of those that fit, the shapes may differ
            calls.setdefault(_fitting(way), way[0])
        places = {
            rank: place
            for way, ranks in self._ways(key)
            for rank, place in _places((calls[_fitting(way)], *way[1:]), ranks)
        }
        elsewhere = self._elsewhere(key)
        for rank in _ranks(self._late(key)):
            places[rank] = elsewhere.get(rank) or self._late_place(rank)
        group, number = key
        return Job(
            self._members(group).bit_count(),
            tuple([places[rank] for rank in sorted(places)]),
            tuple(_ranks(self._unseen(key))),
            meeting=f"{group}, collective {number}",
            is_collected=True,
        )

    def _messages(self) -> Job | None:
        """The ranks, where one of them waits for a message."""
        places = [self._late_place(rank) for rank in _ranks(self._present)]
        if not any(one.call is not None for one in places):
            return None
        unseen = ((1 << self._world) - 1) & ~self._present
        return Job(self._world, tuple(places), tuple(_ranks(unseen)), is_collected=True)

    def _elsewhere(self, key: Key) -> dict[int, RankPlace]:
        """Where ranks wait in other groups."""
        return {
            rank: place._replace(call=call._replace(details=(*call.details, ("group", other[0]))))
            for other in self._lacking
            if other != key
            for way, came in self._of.meetings[other].items()
            for rank, place in _places(way, came.ranks & ~came.done & ~self._stale)
            for call in (way[0],)
        }

    def _late_place(self, rank: int) -> RankPlace:
        latest = self._of.seen[rank].latest
        if latest is None:
            return RankPlace(rank, 0, 0, None, None, (), "late")
        if not latest.is_done and latest.call.kind != "collective":
            line = _line(latest.frames)
            return RankPlace(rank, 0, 0, latest.call, line, latest.frames, "", True)
        return RankPlace(rank, 0, 0, None, _line(latest.frames), latest.frames, "late")


def _fitting(way: Way) -> tuple[object, ...]:
    """What has to be equal: shapes need not, where the elements are as many."""
    call, size, _ = way
    return call.operation, size, call.detail("dtype")


def _places(way: Way, ranks: int) -> Iterator[tuple[int, RankPlace]]:
    call, _, frames = way
    line = _line(frames)
    for rank in _ranks(ranks):
        yield rank, RankPlace(rank, 0, 0, call, line, frames, "waiting", True)


def _line(frames: tuple[Place, ...]) -> Place | None:
    return next((one for one in frames if one.mine), None)


def _count(parts: Iterable[int]) -> int:
    """Ranks that are in one of the parts."""
    found = 0
    for one in parts:
        found |= one
    return found.bit_count()


def _bits(ranks: Iterable[int]) -> int:
    bits = 0
    for rank in ranks:
        bits |= 1 << rank
    return bits


def _ranks(bits: int) -> list[int]:
    """Of its bits, in time that grows with their number alone."""
    return [at for at, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"]


def _with_mine(place: Place) -> Place:
    return place._replace(mine=_is_mine(place.file))


_is_mine = cache(is_mine)
