import numpy as np
from numba import njit


@njit
def clip(values, limit=None):
    for i in range(len(values)):
        if values[i] > limit:  # fails: numba-operand-types: values[i] > limit
            values[i] = 0
    return values


print(clip(np.arange(3.0)))
