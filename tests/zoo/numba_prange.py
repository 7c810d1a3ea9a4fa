# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy names=heights
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def raise_terrain(heights, offset):
    for i in prange(heights.shape[0]):
        heights[i + offset] += 1.0


def main():
    heights = np.zeros(4096)
    raise_terrain(heights, 0)
    raise_terrain(heights, 7_000_000_000)  # <-- here


main()
