import numpy as np
from numba import njit

STATE = np.zeros(4)


@njit
def bump(cells, i):
    cells[i] += 1.0  # fails: numba-array-layout: cells[i]


@njit
def tick():
    bump(STATE, 2)
    return STATE.sum()


print(tick())
