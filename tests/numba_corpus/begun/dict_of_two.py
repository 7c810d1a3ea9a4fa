import numpy as np
from numba import njit


@njit
def tally(keys, values):
    sums = {}
    for i in range(keys.size):
        k = keys[i]
        if k not in sums:
            sums[k] = [values[i]]  # fails: numba-operand-types: [values[i]]
        else:
            sums[k] = sums[k][0] + values[i]
    return sums


print(tally(np.array([1, 2, 1]), np.array([0.5, 0.25, 1.0])))
