import numpy as np
from numba import njit


@njit
def windows(x, overlap):
    step = x.size * (1 - overlap)
    count = x.size / step  # fails: numba-operand-types: x.size / step
    out = np.zeros(count)
    for i in range(out.size):
        out[i] = x[i]
    return out


print(windows(np.random.rand(64), 0.5))
