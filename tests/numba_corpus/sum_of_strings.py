import numpy as np
from numba import njit


@njit
def norm(values, order):
    return np.sqrt(order) * values  # fails: numba-operand-types: np.sqrt(order)


print(norm(np.ones(3), "fro"))
