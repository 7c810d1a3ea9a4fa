import numpy as np
from numba import njit

@njit
def ordered(table):
    table.sort(axis=0)  # fails: numba-operand-types: table.sort(axis=0)
    return table

ordered(np.ones((3, 3)))
