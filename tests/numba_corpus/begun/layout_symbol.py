import numpy as np
from numba import float64, guvectorize


@guvectorize([(float64[:], float64[:], float64[:])], "(n),(m)->(k)")  # fails: numba-declaration: "(n),(m)->(k)"
def outer_sum(a, b, out):
    for i in range(a.size):
        out[i] = a[i] + b.sum()


print(outer_sum(np.ones(4), np.ones(3)))
