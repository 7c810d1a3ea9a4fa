"""Running mean of the levels of a river."""

import numpy as np
from numba import float64, njit


@njit(float64[:](float64[:], int))
def running_mean(levels, hours):
    smooth = np.empty(len(levels) - hours + 1)
    total = levels[:hours].sum()
    smooth[0] = total / hours
    for at in range(1, len(smooth)):
        total += levels[at + hours - 1] - levels[at - 1]
        smooth[at] = total / hours
    return smooth


levels = 3.0 + np.sin(np.arange(200) / 12.0)
print(running_mean(levels, 24).round(2)[:10])
