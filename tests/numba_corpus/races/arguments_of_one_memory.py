import numpy as np
from numba import njit, prange

@njit(parallel=True)
def smooth(before, after):
    for at in prange(len(before)):
        after[at] = 0.5 * (before[at] + after[at])  # fails: data-race: after[at]

values = np.arange(1000.0)
smooth(values[:-1], values[1:])
print(values.sum())
