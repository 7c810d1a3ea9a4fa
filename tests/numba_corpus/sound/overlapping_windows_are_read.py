import numpy as np
from numba import njit, prange
from numpy.lib.stride_tricks import as_strided

@njit(parallel=True)
def spreads(windows):
    found = np.empty(len(windows))
    for row in prange(len(windows)):
        window = windows[row].copy()
        window -= window.mean()
        found[row] = (window * window).sum()
    return found

values = np.arange(240.0)
print(spreads(as_strided(values, (20, 24), (80, 8))).sum())
