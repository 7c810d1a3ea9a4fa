"""Readings come in for the wells of a valley, and the odd ones are marked."""

import numpy as np
from numba import njit
from well import Well


@njit
def fill(well, depths, limit):
    for at in range(len(depths)):
        well.keep(depths[at])
        if depths[at] > limit:
            well.mark(at)
    return well.mean


class Valley:
    def __init__(self, names, room):
        self.wells = {name: Well(0.0, room) for name in names}

    def take(self, name, depths):
        return fill(self.wells[name], depths, 8.0)


def main():
    rng = np.random.default_rng(14)
    valley = Valley(["mill", "church", "upper farm"], 32)
    for name, well in valley.wells.items():
        depths = rng.normal(6.0, 1.0, 40)
        mean = valley.take(name, depths)
        assert len(well.marks) == (depths > 8.0).sum() and well.deepest == depths.max()
        print(name, round(mean, 3), list(well.marks))


if __name__ == "__main__":
    main()
