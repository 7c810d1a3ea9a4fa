"""Ice on a window melts from its edges."""

import numpy as np
from numba import stencil


@stencil
def melted(ice):
    warm = (ice[-1, 0] == 0) or (ice[1, 0] == 0) or (ice[0, -1] == 0) or (ice[0, 1] == 0)
    if warm:
        ice[0, 0] -= 1
    return ice[0, 0]


ice = np.full((8, 8), 5, dtype=np.int64)
ice[3, 3] = 0
for minute in range(3):
    ice = melted(ice)
print(ice)
