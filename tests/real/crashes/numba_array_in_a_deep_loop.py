# The function that runs a reduction in parallel takes stack space in each turn of the loop, which
# is given back when the function is left only.
# https://github.com/numba/numba/issues/9029
import numba
import numpy as np


@numba.njit(parallel=True)
def highest(count):
    found = 0.0
    for _ in range(count):
        for _ in range(count):
            values = np.zeros(3)
            found = np.max(values)
            assert count >= 0
    return found


print(highest(2000))  # <-- here
