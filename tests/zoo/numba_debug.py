# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy names=levels
import numpy as np
from numba import njit


@njit(debug=True, boundscheck=False)
def lower(levels, which, amount):
    for k in range(which.size):
        levels[which[k]] -= amount  # <-- here
    return levels.sum()


def main():
    levels = np.full(365, 10.0)
    print(lower(levels, np.array([3, 364, 2_000_000_000]), 0.5))


main()
