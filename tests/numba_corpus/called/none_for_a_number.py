import numpy as np
from numba import njit

@njit
def find(values, wanted):
    for i in range(values.size):
        if values[i] == wanted:
            return i
    return None

@njit
def neighbour(values, wanted):
    at = find(values, wanted)
    return values[at + 1]  # fails: numba-operand-types: at + 1

neighbour(np.arange(4), 9)
