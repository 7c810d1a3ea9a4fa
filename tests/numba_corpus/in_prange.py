import numpy as np
from numba import njit, prange


@njit(parallel=True)
def weigh(values, names):
    out = np.zeros(values.size)
    for i in prange(values.size):
        out[i] = values[i] + names  # fails: numba-operand-types: values[i] + names
    return out


print(weigh(np.ones(10), "kg"))
