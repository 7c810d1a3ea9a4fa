import numpy as np
from numba import njit

@njit
def without_first(values):
    del values[0]  # fails: numba-operand-types: values[0]
    return values

without_first(np.arange(4))
