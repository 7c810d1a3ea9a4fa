import numpy as np

from building import extension
import preferences

basin = extension("basin")


class Terrain:
    def __init__(self, size):
        rows, columns = np.mgrid[0:size, 0:size]
        self.heights = np.hypot(rows - size / 2, columns - size / 2).astype(np.float32)
        self.marks = np.zeros((size, size), dtype=np.int32)

    def fill(self, level):
        self.marks[:] = 0
        middle = len(self.heights) // 2
        return basin.fill(self.heights, self.marks, middle, middle, level)


def main():
    terrain = Terrain(3000)
    for level in (5, 50, 1400):
        print(level, terrain.fill(level), flush=True)


if __name__ == "__main__":
    settings = preferences.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    main()
