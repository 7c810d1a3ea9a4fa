"""Cups sorted by a network: in each round every cup meets exactly one other."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def round_of(cups, stride, width):
    for cup in prange(len(cups)):
        other = cup ^ stride
        if other > cup:
            rising = (cup & width) == 0
            if (cups[cup] > cups[other]) == rising:
                kept = cups[cup]
                cups[cup] = cups[other]
                cups[other] = kept


@njit
def sort_cups(cups):
    rounds = 0
    width = 2
    while width <= len(cups):
        stride = width // 2
        while stride > 0:
            round_of(cups, stride, width)
            stride //= 2
            rounds += 1
        width *= 2
    return rounds


class Shelf:
    """A shelf whose number of cups is filled up to a power of two."""

    def __init__(self, sizes):
        self.count = len(sizes)
        room = 1
        while room < self.count:
            room *= 2
        self.cups = np.full(room, np.inf)
        self.cups[: self.count] = sizes

    def sort(self):
        rounds = sort_cups(self.cups)
        return rounds, self.cups[: self.count]


def main():
    rng = np.random.default_rng(64)
    for count in (1, 5, 64, 1000, 60_000):
        sizes = rng.normal(8, 2, count)
        rounds, ordered = Shelf(sizes).sort()
        assert (ordered == np.sort(sizes)).all()
        print(count, rounds, ordered[:2].round(3))


if __name__ == "__main__":
    main()
