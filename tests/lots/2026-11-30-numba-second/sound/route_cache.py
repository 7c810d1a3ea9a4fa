"""Shortest ways between all towns, compiled once and kept on disk."""

import numpy as np
from numba import njit


@njit(cache=True)
def relax(lengths):
    towns = lengths.shape[0]
    for over in range(towns):
        for start in range(towns):
            for end in range(towns):
                way = lengths[start, over] + lengths[over, end]
                if way < lengths[start, end]:
                    lengths[start, end] = way


@njit(cache=True)
def centre(lengths):
    best, shortest = 0, np.inf
    for town in range(lengths.shape[0]):
        farthest = lengths[town].max()
        if farthest < shortest:
            best, shortest = town, farthest
    return best, shortest


@njit(cache=True)
def within(lengths, town, limit):
    count = 0
    for other in range(lengths.shape[0]):
        if lengths[town, other] <= limit:
            count += 1
    return count


class Roads:
    def __init__(self, towns, seed):
        self.rng = np.random.default_rng(seed)
        self.lengths = np.full((towns, towns), np.inf)
        np.fill_diagonal(self.lengths, 0.0)
        for town in range(1, towns):
            self.build(town, self.rng.integers(0, town))

    def build(self, a, b):
        length = self.rng.uniform(3, 40)
        self.lengths[a, b] = self.lengths[b, a] = length

    def solve(self):
        relax(self.lengths)
        return centre(self.lengths)


def main():
    roads = Roads(90, 1)
    for _ in range(60):
        roads.build(*roads.rng.integers(0, 90, 2))
    np.fill_diagonal(roads.lengths, 0.0)
    town, farthest = roads.solve()
    print(within(roads.lengths, town, 50.0), "towns within 50 km")
    print(f"town {town}: nobody is farther than {farthest:.1f} km")


if __name__ == "__main__":
    main()
