"""Ways out of mazes, by breadth-first search with a queue in an array; many mazes in parallel."""

import numpy as np
from numba import njit, prange


@njit
def steps_out(maze):
    rows, columns = maze.shape
    steps = np.full(maze.shape, -1)
    queue = np.empty((maze.size, 2), dtype=np.int64)
    head, tail = 0, 1
    queue[0, 0] = queue[0, 1] = 0
    steps[0, 0] = 0
    while head < tail:
        y, x = queue[head]
        head += 1
        for k in range(4):
            v = y + (k == 0) - (k == 1)
            u = x + (k == 2) - (k == 3)
            if 0 <= v < rows and 0 <= u < columns and not maze[v, u] and steps[v, u] < 0:
                steps[v, u] = steps[y, x] + 1
                queue[tail, 0] = v
                queue[tail, 1] = u
                tail += 1
    return steps[rows - 1, columns - 1]


@njit(parallel=True)
def all_out(mazes):
    out = np.empty(mazes.shape[0], dtype=np.int64)
    for k in prange(mazes.shape[0]):
        out[k] = steps_out(mazes[k])
    return out


def mazes(count, size):
    walls = np.random.default_rng(27).random((count, size, size)) < 0.25
    walls[:, 0, 0] = walls[:, -1, -1] = False
    return walls


def main():
    out = all_out(mazes(60, 24))
    print((out < 0).sum(), "without a way,", out[out >= 0].mean().round(3), "steps in the others")


if __name__ == "__main__":
    main()
