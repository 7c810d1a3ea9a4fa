import numpy as np
from numba import njit

@njit
def f(m):
    return m @ "x"  # fails: numba-operand-types: m @ "x"

f(np.eye(2))
