import numpy as np
from numba import njit

@njit
def f(r):
    return r[0]["prise"]  # fails: numba-operand-types: r[0]["prise"]

f(np.zeros(2, dtype=[("price", "f8"), ("n", "i4")]))
