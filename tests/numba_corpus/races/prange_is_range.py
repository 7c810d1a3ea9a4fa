import os

import numba
import numpy as np

if os.environ.get("IN_PARALLEL") == "1":
    prange = numba.prange
else:
    prange = range  # fails: numba-not-parallel: prange

@numba.njit(parallel=True)
def doubled(values):
    found = np.zeros(len(values))
    for at in prange(len(values)):
        found[at] = 2.0 * values[at]
    return found

print(doubled(np.ones(100)).sum())
