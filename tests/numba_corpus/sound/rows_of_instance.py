import numpy as np
from numba import njit, prange, float64
from numba.experimental import jitclass
@jitclass([("grid", float64[:, :])])
class Field:
    def __init__(self, n):
        self.grid = np.zeros((n, n))
    def fill(self, row):
        for k in range(self.grid.shape[1]):
            self.grid[row, k] = row * k
    def value(self, row, k):
        return self.grid[row, k]
@njit(parallel=True)
def fill(field):
    for i in prange(field.grid.shape[0]):
        field.fill(i)
        field.grid[i, 0] = field.value(i, 1)
f = Field(8); fill(f); print(f.grid.sum())
