import numpy as np
from numba import guvectorize

@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def cum(x, out):
    out[0] = x.missing  # fails: numba-unknown-attribute: x.missing
    for i in range(1, x.shape[0]):
        out[i] = out[i - 1] + x[i]

print(cum(np.ones(3)))
