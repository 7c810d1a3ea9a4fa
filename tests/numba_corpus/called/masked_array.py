import numpy as np
from numba import njit


@njit
def total(days):
    return days.sum()


print(total(np.ma.masked_greater(np.arange(9), 5)))  # fails: numba-object-mode
