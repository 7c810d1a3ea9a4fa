import numpy as np
from numba import njit, prange
from numpy.lib.stride_tricks import as_strided

@njit(parallel=True)
def centre(windows):
    for row in prange(len(windows)):
        mean = windows[row].mean()
        for at in range(windows.shape[1]):
            windows[row, at] -= mean

values = np.arange(240.0)
centre(as_strided(values, (10, 24), (192, 8)))
print(values.sum())
