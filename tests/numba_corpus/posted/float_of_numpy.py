import numpy as np
from numba import njit

@njit
def fraction(part, whole):
    return np.float(part) / whole  # fails: numba-unknown-attribute: np.float

fraction(1, 3)
