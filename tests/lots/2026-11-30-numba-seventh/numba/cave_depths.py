"""Depths of a cave at the marks of its survey; marks without a depth are left out."""

import numpy as np
from numba import njit
from numba.typed import List


@njit
def deepest(depths):
    found = 0.0
    for depth in depths:
        found = max(found, depth)
    return found


class Survey:
    def __init__(self, name):
        self.name = name
        self.depths = List()

    def mark(self, depth):
        if depth is not None:
            self.depths.append(float(depth))

    def deepest(self):
        return deepest(self.depths)


def survey(name, depths):
    made = Survey(name)
    for depth in depths:
        made.mark(depth)
    return made


def main():
    rng = np.random.default_rng(7)
    caves = [survey("wet cave", rng.gamma(2.0, 12.0, 30))]
    caves.append(survey("fox hole", [None, None]))
    for cave in caves:
        print(cave.name, round(cave.deepest(), 1))


if __name__ == "__main__":
    main()
