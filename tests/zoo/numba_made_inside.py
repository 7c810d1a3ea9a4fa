# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy core=yes names=counts
import os

os.environ["NUMBA_OPT"] = "0"
import numpy as np
from numba import njit


@njit(debug=True)
def count(values, counts, width):
    for k in range(values.size):
        counts[int(values[k] / width)] += 1  # <-- here
    return counts.max()


@njit(debug=True)
def busiest(values, bins):
    # No variable of Python's leads to this array.
    counts = np.zeros(bins, dtype=np.int64)
    return count(values, counts, 0.5)


def main():
    print(busiest(np.array([0.2, 3.9, 1e9]), 8))


main()
