import threading

import borders
import numpy as np


class Quarry:
    """Maps of stone, some square and one along a valley."""

    def __init__(self, seed=5):
        rng = np.random.default_rng(seed)
        self.tiles = {
            "north": rng.random((512, 512)),
            "south": rng.random((400, 400)).astype(np.float64, order="F"),
            "valley": rng.random((40, 60_000)),
        }
        self.sums = {}

    def survey(self, width):
        for name, tile in self.tiles.items():
            self.sums[name] = self._border(tile, width)
            print(name, tile.shape, round(self.sums[name], 2), flush=True)

    def _border(self, tile, width):
        return borders.sum(tile, width)


def main():
    quarry = Quarry()
    surveyor = threading.Thread(target=quarry.survey, args=(3,), name="surveyor")
    surveyor.start()
    surveyor.join()


if __name__ == "__main__":
    main()
