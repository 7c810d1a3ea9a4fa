"""Counting night: in each district, who leads, and with how many votes?

The sheets of polling stations come in any order; a sheet is a row of district, list and votes.
First the sheets of a list are summed, then the leading list of each district is taken.
"""

import numpy as np
from numba import njit, prange

LISTS = ("Meadow", "Harbour", "Mill", "Old Town", "Bridge")


@njit
def totals(sheets, districts, lists):
    counted = np.zeros((districts, lists), dtype=np.int64)
    for sheet in range(len(sheets)):
        counted[sheets[sheet, 0], sheets[sheet, 1]] += sheets[sheet, 2]
    return counted


@njit
def consider(best, leader, district, name, votes):
    if votes > best[district]:
        best[district] = votes
        leader[district] = name


@njit(parallel=True)
def leaders(counted):
    districts, lists = counted.shape
    best = np.zeros(districts, dtype=np.int64)
    leader = np.full(districts, -1, dtype=np.int64)
    for name in prange(lists):
        for district in range(districts):
            consider(best, leader, district, name, counted[district, name])
    return best, leader


class Night:
    def __init__(self, districts, lists):
        self.districts = districts
        self.lists = lists
        self.sheets = np.empty((0, 3), dtype=np.int64)

    def receive(self, sheets):
        self.sheets = np.vstack((self.sheets, sheets))

    def board(self):
        counted = totals(self.sheets, self.districts, len(self.lists))
        best, leader = leaders(counted)
        seats = np.bincount(leader[leader >= 0], minlength=len(self.lists))
        return dict(zip(self.lists, seats.tolist(), strict=True)), int(best.sum())


def sheets_of(hour, districts, lists):
    rng = np.random.default_rng(hour)
    count = 3000
    return np.column_stack(
        (
            rng.integers(0, districts, count),
            rng.integers(0, lists, count),
            rng.integers(20, 400, count),
        )
    )


def main():
    night = Night(299, LISTS)
    for hour in range(18, 22):
        night.receive(sheets_of(hour, night.districts, len(LISTS)))
        seats, votes = night.board()
        print(hour, votes, seats)


if __name__ == "__main__":
    main()
