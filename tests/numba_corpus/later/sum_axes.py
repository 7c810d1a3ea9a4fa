import numpy as np
from numba import njit


@njit
def marginal(cube):
    return cube.max(axis=1)  # fails: numba-operand-types: cube.max(axis=1)


print(marginal(np.ones((2, 2, 2))))
