"""The least and the greatest value of each window of a record of waves."""

import numpy as np
from numba import guvectorize, njit


@njit
def demean(heights):
    return heights - heights.mean()


@guvectorize("void(float64[:], int64, float64[:, 2])", "(n),()->(n,2)", nopython=True)
def spans(heights, width, out):
    for at in range(heights.size):
        low = max(0, at - width)
        out[at, 0] = heights[low : at + 1].min()
        out[at, 1] = heights[low : at + 1].max()


def main():
    rng = np.random.default_rng(4)
    waves = demean(rng.normal(0.0, 0.6, 500).cumsum())
    table = np.zeros((waves.size, 2))
    spans(waves, 12, table)
    print("widest:", (table[:, 1] - table[:, 0]).max())


main()
