import numpy as np
from numba import njit


@njit
def middle(values):
    half = len(values) / 2
    return values[half]  # fails: numba-operand-types: values[half]


print(middle(np.arange(9.0)))
