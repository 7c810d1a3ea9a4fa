import numpy as np
from numba import float64, guvectorize

@guvectorize([(float64[:], float64[:])], "(n)->(n)")
def normalised(row, out):
    out[:] = row / row.sum()
    return out  # fails: numba-signature-mismatch: out

normalised(np.ones(3))
