from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit

@njit(nogil=True)
def fill(found, begin, end, factor):
    for at in range(begin, end):
        found[at] = at * factor

found = np.zeros(64_000)
with ThreadPoolExecutor(4) as pool:
    list(pool.map(lambda at: fill(found, 1000 * at, 1000 * (at + 1), 2.0), range(64)))
print(found.sum())
