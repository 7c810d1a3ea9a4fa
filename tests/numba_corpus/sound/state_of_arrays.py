from collections import namedtuple
import numpy as np
from numba import njit, prange
State = namedtuple("State", "grid sums")
@njit
def add(state, i):
    for k in range(state.grid.shape[1]):
        state.sums[i] += state.grid[i, k]
        state.grid[i, k] *= 2
@njit(parallel=True)
def total(state):
    for i in prange(state.grid.shape[0]):
        add(state, i)
@njit(parallel=True)
def direct(state):
    for i in prange(state.grid.shape[0]):
        state.sums[i] = state.grid[i, 0] + state.grid[0, 0]
s = State(np.ones((20, 4)), np.zeros(20))
total(s); direct(s); print(s.sums)
