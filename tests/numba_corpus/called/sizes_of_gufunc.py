import numpy as np
from numba import guvectorize

@guvectorize(["void(float64[:], float64[:], float64[:])"], "(n),(n)->(n)")
def blend(a, b, out):
    for i in range(a.shape[0]):
        out[i] = (a[i] + b[i]) / 2

left, right = np.ones((3, 4)), np.ones((3, 5))
print(blend(left, right))  # fails: numba-signature-mismatch: blend(left, right)
