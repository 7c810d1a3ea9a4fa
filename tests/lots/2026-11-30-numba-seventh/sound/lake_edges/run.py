"""Area and shore of a lake on a small map."""

import numpy as np
from shore import lake_from, shore_of


class Map:
    def __init__(self, rows, columns, seed):
        rng = np.random.default_rng(seed)
        y, x = np.mgrid[0:rows, 0:columns]
        rough = rng.normal(0, 1.2, (rows, columns))
        far = np.hypot(y - rows / 2, x - columns / 2)
        self.land = far + rough > min(rows, columns) / 2 - 2

    def lake(self):
        rows, columns = self.land.shape
        return lake_from(self.land, rows // 2, columns // 2)


def main():
    for seed in range(3):
        water = Map(40, 60, seed).lake()
        print("area", int(water.sum()), "shore", shore_of(water))


if __name__ == "__main__":
    main()
