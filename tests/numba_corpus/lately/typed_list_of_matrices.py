import numpy as np
from numba import njit, types
from numba.typed import List

@njit
def blocks(count):
    found = List.empty_list(types.float64[:])
    for i in range(count):
        found.append(np.zeros((2, i + 1)))  # fails: numba-operand-types: found.append(np.zeros((2, i + 1)))
    return found

blocks(3)
