from collections import namedtuple
import numpy as np
from numba import njit, prange
State = namedtuple("State", "grid sums")
@njit
def add(state, i):
    for k in range(state.grid.shape[1]):
        state.sums[k] += state.grid[i, k]
@njit(parallel=True)
def total(state):
    for i in prange(state.grid.shape[0]):
        add(state, i)  # fails: data-race: sums
s = State(np.ones((20, 4)), np.zeros(4))
total(s); print(s.sums)
