"""A symmetric matrix of distances: each pair is computed once and written twice."""

import numpy as np
from numba import njit, prange


@njit
def cosine(a, b):
    ab = aa = bb = 0.0
    for k in range(a.size):
        ab += a[k] * b[k]
        aa += a[k] * a[k]
        bb += b[k] * b[k]
    return 1.0 - ab / np.sqrt(aa * bb)


@njit(parallel=True)
def distances(rows):
    n = rows.shape[0]
    out = np.zeros((n, n))
    for i in prange(n):
        for j in range(i + 1, n):
            d = cosine(rows[i], rows[j])
            out[i, j] = d
            out[j, i] = d
    return out


def main():
    rows = np.random.default_rng(5).random((60, 8))
    out = distances(rows)
    print(np.allclose(out, out.T), out.trace() == 0)


main()
