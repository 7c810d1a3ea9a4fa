import numpy as np
from numba import njit

@njit
def lengths(vectors):
    return np.linalg.norm(vectors, axis=1)  # fails: numba-operand-types: np.linalg.norm(vectors, axis=1)

lengths(np.ones((5, 3)))
