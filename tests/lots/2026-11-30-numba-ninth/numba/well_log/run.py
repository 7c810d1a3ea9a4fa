"""Readings come in for the wells of a valley, and the odd ones are marked."""

import numpy as np
from well import Well


class Valley:
    def __init__(self, names, room):
        self.wells = {name: Well(0.0, room) for name in names}
        self.readings = 0

    def take(self, name, depths, limit):
        well = self.wells[name]
        for depth in depths:
            well.keep(float(depth))
            if depth > limit:
                print(name, "marked", well.mark(self.readings))
            self.readings += 1

    def means(self):
        return {name: round(well.mean(), 3) for name, well in self.wells.items()}


def main():
    rng = np.random.default_rng(14)
    valley = Valley(["mill", "church", "upper farm"], 32)
    for name in valley.wells:
        valley.take(name, rng.normal(6.0, 1.0, 40), 8.0)
    print(valley.means())


if __name__ == "__main__":
    main()
