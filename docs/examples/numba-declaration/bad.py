"""Sums of pairs, for each row of an array."""

import numpy as np
from numba import guvectorize


@guvectorize(["void(float64[:], float64[:])"], "(n)->(k)")
def pairs(row, out):
    for at in range(row.size - 1):
        out[at] = row[at] + row[at + 1]


print(pairs(np.arange(6.0)))
