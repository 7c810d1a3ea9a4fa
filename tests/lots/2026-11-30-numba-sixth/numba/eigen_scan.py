"""The strongest direction of many small matrices, by repeated multiplication.

A grid of start vectors is tried for each matrix, as some starts lie across the direction
that is looked for.
"""

import numpy as np
from numba import get_num_threads, njit, prange, set_num_threads

STEPS = 4


@njit
def set_start(vector, a, b, c):
    vector[0] = a
    vector[1] = b
    vector[2] = c


@njit
def times(matrix, vector):
    out = np.zeros(3)
    for row in range(3):
        for column in range(3):
            out[row] += matrix[row, column] * vector[column]
    return out


@njit
def power_method(matrix, vector):
    u = vector.copy()
    for _ in range(STEPS):
        u = times(matrix, u)
        u /= np.sqrt((u * u).sum())
    return u


@njit(parallel=True)
def scan(matrix, ticks):
    n = len(ticks)
    found = np.empty((n * n * n, 3))
    start = np.empty(3)
    for i in prange(n):
        for j in range(n):
            for k in range(n):
                set_start(start, ticks[i], ticks[j], ticks[k])
                found[(i * n + j) * n + k] = power_method(matrix, start)
    return found


def one_by_one(matrix, ticks):
    threads = get_num_threads()
    set_num_threads(1)
    try:
        return scan(matrix, ticks)
    finally:
        set_num_threads(threads)


rng = np.random.default_rng(4)
for trial in range(3):
    half = rng.normal(size=(3, 3))
    matrix = half @ half.T + np.eye(3)
    ticks = np.linspace(0.1, 2.0, 40)
    found = scan(matrix, ticks)
    same = np.isclose(found, one_by_one(matrix, ticks)).all(axis=1)
    print(trial, found[0].round(4), int(same.sum()), "of", len(same), "the same")
