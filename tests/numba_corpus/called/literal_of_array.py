import numpy as np
from numba import literally, njit

@njit
def window(values):
    size = literally(values)  # fails: numba-operand-types: literally(values)
    return size.size

window(np.ones(3))
