import numpy as np
from numba import njit


@njit
def length(values):
    n = values.sise  # fails: numba-unknown-attribute: values.sise
    return n


print(length(np.ones(3)))
