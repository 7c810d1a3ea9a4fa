import numpy as np
from numba import njit


@njit
def search(values, wanted):
    where = None
    for i in range(len(values)):
        if values[i] == wanted:
            where = i  # fails: numba-cannot-unify: i
            break
    if where is None:
        where = "not found"
    return where


print(search(np.arange(4), 2))
