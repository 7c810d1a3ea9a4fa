import numpy as np
from numba import njit

@njit
def layer(weights, x):
    hidden = weights @ x  # fails: numba-operand-types: weights @ x
    return np.maximum(hidden, 0)

layer(np.ones((3, 4), dtype=np.float32), np.ones(4))
