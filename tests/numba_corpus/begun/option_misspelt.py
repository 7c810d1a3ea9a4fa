import numpy as np
from numba import njit


@njit(paralel=True, cache=False)  # fails: numba-declaration: paralel
def norm(x):
    return np.sqrt((x * x).sum())


print(norm(np.ones(10)))
