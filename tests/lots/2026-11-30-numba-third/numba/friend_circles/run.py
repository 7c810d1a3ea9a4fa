"""Into how many circles do people fall who know each other?"""

import numpy as np
from numba import njit, prange

from circles import fresh, join, root_of


@njit(parallel=True)
def join_all(parents, pairs):
    for at in prange(pairs.shape[0]):
        join(parents, pairs[at, 0], pairs[at, 1])


@njit
def circles(parents):
    count = 0
    largest = 0
    sizes = np.zeros(parents.size, np.int64)
    for person in range(parents.size):
        root = root_of(parents, person)
        if root == person:
            count += 1
        sizes[root] += 1
        largest = max(largest, sizes[root])
    return count, largest


class Town:
    """A quarter of the people are asked, and each names some friends."""

    def __init__(self, people, friends, seed):
        rng = np.random.default_rng(seed)
        asked = rng.permutation(people)[: people // 4]
        self.people = people
        self.pairs = np.empty((asked.size * friends, 2), np.int64)
        self.pairs[:, 0] = rng.integers(0, people, asked.size * friends)
        self.pairs[:, 1] = np.tile(asked, friends)

    def circles(self):
        parents = fresh(self.people)
        join_all(parents, self.pairs)
        return circles(parents)


def main():
    town = Town(400_000, 2, 1)
    found = [town.circles() for _ in range(25)]
    for count, largest in sorted(set(found)):
        print(found.count((count, largest)), "times", count, "circles, the largest has", largest)


if __name__ == "__main__":
    main()
