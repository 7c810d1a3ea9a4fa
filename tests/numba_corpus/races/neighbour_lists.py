"""Particles sorted into the cells of a box, one list a cell."""

import numpy as np
from numba import njit, prange, types
from numba.typed import List


@njit
def empty_cells(count):
    cells = List()
    for _ in range(count):
        one = List.empty_list(types.int64)
        cells.append(one)
    return cells


@njit(parallel=True)
def sort_into_cells(positions, cells, side, width):
    for p in prange(positions.shape[0]):
        cx = int(positions[p, 0] / width)
        cy = int(positions[p, 1] / width)
        cell = cx * side + cy
        cells[cell].append(p)  # fails: data-race: cells


@njit
def occupancy(cells):
    most = 0
    for one in cells:
        most = max(most, len(one))
    return most


def main():
    rng = np.random.default_rng(2)
    side = 16
    positions = rng.random((200, 2))
    cells = empty_cells(side * side)
    sort_into_cells(positions, cells, side, 1.0 / side)
    print(occupancy(cells))


main()
