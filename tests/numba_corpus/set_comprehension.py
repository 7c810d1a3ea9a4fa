import numpy as np
from numba import njit


@njit
def areas(codes):
    return len({code // 1000 for code in codes})  # fails: numba-unsupported-python


areas(np.arange(9000, 12000, 50))
