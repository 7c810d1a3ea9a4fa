"""Where does a signal rise above a limit?"""

import numpy as np
from numba import njit


@njit
def crossings(signal, limit):
    found = []
    for at in range(1, len(signal)):
        if signal[at - 1] < limit <= signal[at]:
            found.append(at)
    return found


print(crossings(np.array([0.1, 0.7, 0.4, 0.9]), 0.5))
