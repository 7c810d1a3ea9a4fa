import numpy as np
from numba import njit

@njit
def total(factor, values):  # fails: numba-operand-types
    found = 0.0
    for value in values:
        found += factor * value
    return found

print(total(2.0, np.ones(3, dtype=np.float16)))
