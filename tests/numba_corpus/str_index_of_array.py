import numpy as np
from numba import njit


@njit
def column(table, name):
    best = 0.0
    for i in range(table.shape[0]):
        if table[i, name] > best:  # fails: numba-operand-types: table[i, name]
            best = table[i, name]
    return best


print(column(np.zeros((3, 2)), "price"))
