import numpy as np
from numba import njit


@njit
def rows(table, flat):
    part = table[0]  # fails: numba-cannot-unify: table[0]
    if flat:
        part = table
    return part.sum()


print(rows(np.ones((2, 2)), True))
