"""How large is the pond if water stands at a level? Filled from where it springs."""

import numpy as np
from numba import njit
from terrain import park


@njit
def fill(ground, row, column, level):
    rows, columns = ground.shape
    wet = np.zeros((rows, columns), dtype=np.bool_)
    stack = np.empty((rows + columns, 2), dtype=np.int64)
    stack[0, 0] = row
    stack[0, 1] = column
    top = 1
    area = 0
    while top > 0:
        top -= 1
        r, c = stack[top, 0], stack[top, 1]
        if wet[r, c] or ground[r, c] > level:
            continue
        wet[r, c] = True
        area += 1
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= r + dr < rows and 0 <= c + dc < columns:
                stack[top, 0] = r + dr
                stack[top, 1] = c + dc
                top += 1
    return area


class Pond:
    def __init__(self, ground, spring):
        self.ground = ground
        self.spring = spring

    def areas(self, levels):
        for level in levels:
            yield level, fill(self.ground, *self.spring, level)


def main():
    pond = Pond(park(24, 40, 2), (12, 20))
    for level, area in pond.areas((0, 1)):
        print("level", level, "area", area)


if __name__ == "__main__":
    main()
