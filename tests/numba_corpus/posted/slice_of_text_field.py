import numpy as np
from numba import njit

QUOTE = np.dtype([("time", "U25"), ("price", "f8")])

@njit
def day(quotes):
    return quotes[0]["time"][0:10]  # fails: numba-operand-types: quotes[0]["time"][0:10]

day(np.zeros(2, QUOTE))
