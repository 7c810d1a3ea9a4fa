"""The shortest ways between all islands; a round for each island that may lie on the way."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def by_way_of(hours, after, via):
    for start in prange(len(hours)):
        if start == via:
            continue
        first = hours[start, via]
        if first == np.inf:
            continue
        for end in range(len(hours)):
            longer = first + hours[via, end]
            if longer < hours[start, end]:
                hours[start, end] = longer
                after[start, end] = after[start, via]


class Islands:
    def __init__(self, count, ferries, seed):
        rng = np.random.default_rng(seed)
        self.hours = np.full((count, count), np.inf)
        np.fill_diagonal(self.hours, 0.0)
        self.after = np.tile(np.arange(count), (count, 1))
        for _ in range(ferries):
            a, b = rng.choice(count, 2, replace=False)
            self.hours[a, b] = self.hours[b, a] = rng.integers(1, 12)

    def solve(self):
        for via in range(len(self.hours)):
            by_way_of(self.hours, self.after, via)
        return self

    def farthest(self):
        reached = self.hours[self.hours < np.inf]
        return float(reached.max())

    def way(self, start, end):
        way = [start]
        while way[-1] != end:
            way.append(int(self.after[way[-1], end]))
        return way


def main():
    direct = Islands(60, 150, seed=8)
    solved = Islands(60, 150, seed=8).solve()
    for end in range(1, 60):
        if solved.hours[0, end] < np.inf:
            way = solved.way(0, end)
            legs = sum(direct.hours[a, b] for a, b in zip(way, way[1:]))
            assert legs == solved.hours[0, end]
    print("to 7:", solved.way(0, 7), solved.hours[0, 7])


if __name__ == "__main__":
    main()
