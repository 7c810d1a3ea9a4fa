"""Gaps in the shifts of a crew, with times of one precision and a typed dict of typed lists."""

import numpy as np
from numba import int64, njit, types
from numba.typed import Dict, List

LISTS = types.ListType(int64)


@njit
def by_person(people, minutes):
    shifts = Dict.empty(int64, LISTS)
    for at in range(len(people)):
        if people[at] not in shifts:
            shifts[people[at]] = List.empty_list(int64)
        shifts[people[at]].append(minutes[at])
    return shifts


@njit
def longest_gap(minutes):
    longest = 0
    who = -1
    for at in range(1, len(minutes)):
        gap = minutes[at] - minutes[at - 1]
        if gap > longest:
            longest, who = gap, at
    return longest, who


@njit
def span(stamps):
    return stamps.max() - stamps.min()


class Crew:
    def __init__(self, names, seed):
        rng = np.random.default_rng(seed)
        self.names = names
        self.people = rng.integers(0, len(names), 120)
        self.stamps = np.datetime64("2026-05-04T06:00", "m") + np.sort(rng.integers(0, 600, 120))

    def minutes(self):
        return (self.stamps - self.stamps[0]).astype(np.int64)

    def table(self):
        for person, minutes in by_person(self.people, self.minutes()).items():
            yield self.names[person], *longest_gap(minutes)


def main():
    crew = Crew(("Ada", "Bo", "Cy", "Dee"), seed=3)
    minutes = crew.minutes()
    for name, gap, at in crew.table():
        mine = minutes[crew.people == crew.names.index(name)]
        assert gap == np.diff(mine).max() and mine[at] - mine[at - 1] == gap
        print(name, gap, "minutes")
    assert span(crew.stamps) == crew.stamps[-1] - crew.stamps[0]


if __name__ == "__main__":
    main()
