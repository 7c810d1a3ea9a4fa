"""Appointments of a practice, in order of time."""

from dataclasses import dataclass

from sortedcontainers import SortedKeyList


@dataclass(frozen=True)
class Visit:
    begin: int
    end: int
    who: str


class Diary:
    def __init__(self, opens, closes):
        self.opens = opens
        self.closes = closes
        self.visits = SortedKeyList(key=lambda visit: visit.begin)

    def at(self, minute):
        """The visit that is going on at a minute, or None."""
        place = self.visits.bisect_key_right(minute) - 1
        if place >= 0 and self.visits[place].end >= minute:
            return self.visits[place]
        return None

    def free(self, minutes, begin):
        """The first minute from which there is nothing for so long."""
        while begin + minutes <= self.closes:
            busy = self.at(begin) or self.at(begin + minutes)
            if busy is None:
                return begin
            begin = max(begin, busy.end)
        return None

    def book(self, who, minutes, after=None):
        begin = self.free(minutes, after if after is not None else self.opens)
        if begin is None:
            raise LookupError(f"nothing left for {who}")
        visit = Visit(begin + 1, begin + minutes, who)
        self.visits.add(visit)
        return visit
