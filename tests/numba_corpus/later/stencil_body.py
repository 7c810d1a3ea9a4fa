import numpy as np
from numba import njit, stencil

@stencil
def kernel(a):
    return a[-1, 0] + a["x"]  # fails: numba-operand-types

@njit
def run(a):
    return kernel(a)

run(np.ones((3, 3)))
