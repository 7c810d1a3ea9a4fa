import numpy as np
from numba import guvectorize

@guvectorize(["void(float64[:], float64, float64[:])"], "(n),()->(n)")
def shifted(values, by, out):
    for i in range(values.shape[0]):
        out[i] = values[i] + by
    return out  # fails: numba-signature-mismatch: out

shifted(np.ones(3), 2.0)
