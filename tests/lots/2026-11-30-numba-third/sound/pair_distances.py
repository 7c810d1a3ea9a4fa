"""Distances of all pairs of points, in one flat array of n (n - 1) / 2 places."""

import numpy as np
from numba import njit, prange


@njit
def place_of(i, j):
    return i * (i - 1) // 2 + j


@njit
def far(points, i, j):
    total = 0.0
    for axis in range(points.shape[1]):
        total += (points[i, axis] - points[j, axis]) ** 2
    return np.sqrt(total)


@njit(parallel=True)
def distances(points):
    count = points.shape[0]
    flat = np.empty(count * (count - 1) // 2)
    for i in prange(1, count):
        for j in range(i):
            flat[place_of(i, j)] = far(points, i, j)
    return flat


@njit(parallel=True)
def square(flat, count):
    out = np.zeros((count, count))
    for i in prange(1, count):
        for j in range(i):
            out[i, j] = flat[place_of(i, j)]
            out[j, i] = flat[place_of(i, j)]
    return out


class Cloud:
    def __init__(self, points, seed):
        self.points = np.random.default_rng(seed).normal(size=(points, 3))

    def table(self):
        return square(distances(self.points), self.points.shape[0])


@njit
def nearest(table):
    out = np.empty(table.shape[0], np.int64)
    for i in range(table.shape[0]):
        best = -1
        for j in range(table.shape[0]):
            if i != j and (best < 0 or table[i, j] < table[i, best]):
                best = j
        out[i] = best
    return out


def main():
    cloud = Cloud(400, 3)
    table = cloud.table()
    assert (table == table.T).all() and (np.diag(table) == 0.0).all()
    wanted = np.linalg.norm(cloud.points[:, None] - cloud.points, axis=2)
    assert np.allclose(table, wanted)
    blank = wanted + np.where(np.eye(400) > 0, np.inf, 0.0)
    assert (nearest(table) == blank.argmin(axis=1)).all()
    print(table.max().round(4))


if __name__ == "__main__":
    main()
