"""Beads on a closed string: which patterns repeat themselves when it is turned?"""

import numpy as np
from numba import int64, njit
from numba.experimental import jitclass


@jitclass([("beads", int64[:]), ("start", int64)])
class Necklace:
    """Beads in a ring; `start` is where the clasp is."""

    def __init__(self, beads):
        self.beads = beads
        self.start = 0

    def __len__(self):
        return len(self.beads)

    def __getitem__(self, at):
        return self.beads[(self.start + at) % len(self.beads)]

    def __iter__(self):
        for at in range(len(self.beads)):
            yield self.beads[(self.start + at) % len(self.beads)]

    def turn(self, places):
        self.start = (self.start + places) % len(self.beads)

    def colours(self):
        return len(np.unique(self.beads))


@njit
def same(a, b):
    for at in range(len(a)):
        if a[at] != b[at]:
            return False
    return True


@njit
def period(necklace):
    """By how many places it has to be turned to look the same again."""
    turned = Necklace(necklace.beads)
    for places in range(1, len(necklace) + 1):
        turned.turn(1)
        if same(necklace, turned):
            return places
    return len(necklace)


def read(text):
    letters = sorted(set(text))
    return Necklace(np.array([letters.index(c) for c in text]))


def main():
    for text in ("rgbrgb", "rrgrrg", "rgbw", "rrrrrr", "rgrgrgrb"):
        necklace = read(text)
        print(text, necklace.colours(), "colours, period", period(necklace))


if __name__ == "__main__":
    main()
