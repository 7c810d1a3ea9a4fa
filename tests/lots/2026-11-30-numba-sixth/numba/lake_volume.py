"""Water in a lake, from depths that a boat has measured on a fine grid.

The boat's software writes float32, and so does the grid of the shore.
"""

import numpy as np
from numba import njit

CELL = 1.0


@njit
def volume(depths):
    return depths.sum() * CELL


@njit
def wet_cells(depths):
    wet = 0
    for row in range(depths.shape[0]):
        for column in range(depths.shape[1]):
            if depths[row, column] > 0:
                wet += 1
    return wet


@njit
def shore(depths):
    edge = 0
    for row in range(1, depths.shape[0] - 1):
        for column in range(1, depths.shape[1] - 1):
            if depths[row, column] > 0 and (
                depths[row - 1, column] == 0
                or depths[row + 1, column] == 0
                or depths[row, column - 1] == 0
                or depths[row, column + 1] == 0
            ):
                edge += 1
    return edge


class Lake:
    def __init__(self, name, size, depth):
        self.name = name
        y, x = np.ogrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j]
        inside = (y * y + x * x) < 0.9
        self.depths = np.where(inside, np.float32(depth), np.float32(0))

    def report(self):
        wet = wet_cells(self.depths)
        cubic = float(volume(self.depths))
        print(f"{self.name:8} {shore(self.depths)} cells of shore")
        return f"{self.name:8} {wet} cells, {cubic:.0f} m3, mean depth {cubic / wet:.3f} m"


def main():
    for lake in (Lake("pond", 300, 1.7), Lake("mere", 2000, 3.1), Lake("lake", 6000, 9.3)):
        print(lake.report())


if __name__ == "__main__":
    main()
