# Compiled code does not check indices: a value far outside of the range is counted far outside of
# the array.
# https://github.com/numba/numba/issues/8028
import numba
import numpy as np


@numba.njit
def histogram(values, counts, width):
    for value in values:
        counts[int(value / width)] += 1  # <-- here


counts = np.zeros(100, dtype=np.int64)
lengths = np.array([3.5, 8.1, 4.2, 1.2e9, 6.6])
histogram(lengths, counts, 0.5)  # <-- here
print(counts)
