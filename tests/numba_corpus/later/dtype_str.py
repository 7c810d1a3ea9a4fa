import numpy as np
from numba import njit

@njit
def f(n, kind):
    return np.zeros(n, dtype=kind)  # fails: numba-operand-types: np.zeros(n, dtype=kind)

f(2, "float32")
