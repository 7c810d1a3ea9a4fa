"""Ants on a grid that follow each other's trails."""

import numpy as np
from numba import njit

SIZE = 40
moved = 0


@njit
def strongest(trail, y, x):
    best, go_y, go_x = -1.0, y, x
    for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        ny, nx = (y + dy) % SIZE, (x + dx) % SIZE
        if trail[ny, nx] > best:
            best, go_y, go_x = trail[ny, nx], ny, nx
    return go_y, go_x


@njit
def step(ants, trail):
    global moved
    for ant in range(len(ants)):
        y, x = strongest(trail, ants[ant, 0], ants[ant, 1])
        if y != ants[ant, 0] or x != ants[ant, 1]:
            moved += 1
        ants[ant, 0], ants[ant, 1] = y, x
        trail[y, x] += 1.0
    trail *= 0.9


def main():
    rng = np.random.default_rng(9)
    ants = rng.integers(0, SIZE, size=(50, 2))
    trail = rng.random((SIZE, SIZE))
    for _ in range(20):
        step(ants, trail)
    print("moves:", moved)


main()
