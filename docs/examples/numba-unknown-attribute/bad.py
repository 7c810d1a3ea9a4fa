"""The typical waiting time at each counter."""

import numpy as np
from numba import njit


@njit
def typical(waiting):
    result = np.empty(waiting.shape[0])
    for counter in range(waiting.shape[0]):
        result[counter] = waiting[counter].median()
    return result


print(typical(np.array([[3.0, 9.0, 4.0], [1.0, 1.5, 30.0]])))
