"""How often was it how warm? Readings of a station, counted by tenths of a degree."""

import numpy as np
from numba import njit

COLDEST, WARMEST, STEP = -40.0, 60.0, 0.1


@njit
def count(readings, bins):
    for reading in readings:
        if COLDEST <= reading < WARMEST:
            bins[int((reading - COLDEST) / STEP)] += 1


station = np.array([12.4, 12.6, 13.1, 999999999.0, 12.9, 13.0])
bins = np.zeros(int((WARMEST - COLDEST) / STEP), dtype=np.int64)
count(station, bins)
print("most often:", COLDEST + STEP * bins.argmax())
