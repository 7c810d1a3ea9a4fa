"""Does any buoy of the net report a wave that calls for an alarm?"""

import numpy as np
from numba import njit, prange


@njit
def highest(record):
    top = 0.0
    for sample in range(1, len(record)):
        top = max(top, abs(record[sample] - record[sample - 1]))
    return top


@njit(parallel=True)
def alarming(records, limit):
    alarm = False
    for buoy in prange(len(records)):
        alarm = alarm or highest(records[buoy]) > limit
    return alarm


rng = np.random.default_rng(8)
records = rng.normal(0, 0.5, (400, 600))
records[37, 250] = 14.0
print("alarm" if alarming(records, 9.0) else "calm")
