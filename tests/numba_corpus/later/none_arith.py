import numpy as np
from numba import njit

@njit
def find(a, x):
    for i in range(a.size):
        if a[i] == x:
            return i

@njit
def use(a):
    return find(a, 3.0) + "x"  # fails: numba-operand-types: find(a, 3.0) + "x"

use(np.ones(3))
