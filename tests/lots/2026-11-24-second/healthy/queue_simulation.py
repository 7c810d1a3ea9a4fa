"""Simulates counters of a post office with dask, in its threads."""

import collections

import dask
import numpy as np


@dask.delayed
def simulate(counters, seed, hours=2000):
    """How long does one wait, with that many counters?"""
    chance = np.random.default_rng(seed)
    free = [0.0] * counters
    waits = collections.deque(maxlen=10_000)
    now = 0.0
    while now < hours * 3600:
        now += chance.exponential(40)
        counter = min(range(counters), key=free.__getitem__)
        start = max(now, free[counter])
        waits.append(start - now)
        free[counter] = start + chance.exponential(150)
    return sum(waits) / len(waits)


@dask.delayed
def best(results):
    return min(results)


runs = [simulate(counters, seed) for counters in (4, 5, 6) for seed in range(60)]
with dask.config.set(scheduler="threads", num_workers=2):
    print("shortest wait", dask.compute(best(runs)))
