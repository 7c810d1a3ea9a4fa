import numpy as np
from numba import njit, prange
from numba.typed import List


@njit(parallel=True)
def select(values, limit):
    found = List()
    found.append(-1)
    for i in prange(values.size):
        if values[i] > limit:
            found.append(i)  # fails: data-race: found
    return len(found)


print(select(np.random.rand(50_000), 0.999))
