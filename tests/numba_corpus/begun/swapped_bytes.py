import numpy as np
from numba import njit


@njit
def total(a):
    return a.sum()


print(total(np.ones(3, ">f4")))  # fails: numba-object-mode: total(np.ones(3, ">f4"))
