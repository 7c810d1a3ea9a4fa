import numpy as np
from numba import njit


@njit
def tail(values):
    return values.tolist()  # fails: numba-unknown-attribute: values.tolist


print(tail(np.ones(3)))
