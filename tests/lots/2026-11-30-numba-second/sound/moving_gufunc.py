"""A moving mean and running extremes along the last axis of any array."""

import numpy as np
from numba import guvectorize


@guvectorize(["void(float64[:], int64, float64[:])"], "(n),()->(n)", cache=False)
def moving_mean(row, width, out):
    total = 0.0
    for at in range(row.size):
        total += row[at]
        if at >= width:
            total -= row[at - width]
        out[at] = total / min(at + 1, width)


@guvectorize(["void(float64[:], float64[:], float64[:])"], "(n)->(),()")
def extremes(row, low, high):
    low[0] = high[0] = row[0]
    for at in range(1, row.size):
        low[0] = min(low[0], row[at])
        high[0] = max(high[0], row[at])


if __name__ == "__main__":
    rows = np.cumsum(np.random.default_rng(3).normal(0, 1, (3, 4, 200)), axis=-1)
    smooth = moving_mean(rows, 10)
    low, high = extremes(smooth)
    print(smooth.shape, (high - low).mean().round(2))
    print(moving_mean(rows[0, 0], np.array([5, 20])[:, None]).shape)
