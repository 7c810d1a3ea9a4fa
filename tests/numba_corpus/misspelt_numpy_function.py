import numpy as np
from numba import njit


@njit
def total(values):
    return np.cumsums(values)  # fails: numba-unknown-attribute: np.cumsums


print(total(np.ones(3)))
