import numpy as np
from numba import njit

@njit
def f(a):
    out = []
    out.append(a)
    out.append(a[0])  # fails: numba-operand-types: out.append(a[0])
    return out

f(np.ones((2, 2)))
