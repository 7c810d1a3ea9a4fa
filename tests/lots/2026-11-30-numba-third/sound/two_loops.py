"""A ufunc with several signatures: small numbers stay small, others become floats."""

import numpy as np
from numba import float32, float64, int32, int64, vectorize


@vectorize([int32(int32, int32), int64(int64, int64), float32(float32, float32), float64(float64, float64)])
def clipped_sum(a, b):
    total = a + b
    if total < 0:
        return 0
    return total


whole = np.arange(-5, 5, dtype=np.int32)
assert clipped_sum(whole, whole).dtype == np.int32
assert (clipped_sum(whole, whole) == np.maximum(2 * whole, 0)).all()
large = np.array([2**60, -(2**60)])
assert clipped_sum(large, large).tolist() == [2**61, 0]
thirds = np.array([1.0, -1.0]) / 3
assert np.allclose(clipped_sum(thirds, thirds), [2 / 3, 0.0])
assert clipped_sum.reduce(np.arange(10)) == 45
print(clipped_sum.accumulate(np.arange(6)))
