import numpy as np
from numba import njit

@njit
def joined(first, second):
    return np.concatenate([first, second])  # fails: numba-operand-types: np.concatenate([first, second])

joined(np.ones(3), np.zeros(2))
