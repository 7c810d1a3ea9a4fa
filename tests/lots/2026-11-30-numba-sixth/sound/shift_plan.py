"""Hours of workers, summed up by blocks of days whose last one is shorter."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def running(hours, block):
    count = (len(hours) + block - 1) // block
    out = np.empty(len(hours))
    sums = np.empty(count)
    for number in prange(count):
        first = number * block
        last = min(first + block, len(hours))
        total = 0.0
        for day in range(first, last):
            total += hours[day]
            out[day] = total
        sums[number] = total
    before = 0.0
    starts = np.empty(count)
    for number in range(count):
        starts[number] = before
        before += sums[number]
    for number in prange(count):
        for day in range(number * block, min((number + 1) * block, len(hours))):
            out[day] += starts[number]
    return out


hours = np.random.default_rng(1).uniform(0, 9, 100_003)
for block in (7, 1000, 200_000):
    assert np.allclose(running(hours, block), np.cumsum(hours))
    print(block, "fits")
