"""First arrivals in the traces of a seismic line; a spike is skipped with what follows it."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def clean(traces, limit, dead):
    count = 0
    flat = traces.ravel()
    kept = np.zeros(flat.size, dtype=np.bool_)
    for at in prange(flat.size):
        if abs(flat[at]) > limit:
            at += dead
            count += 1
        if at < flat.size:
            kept[at] = True
    return kept.reshape(traces.shape), count


@njit
def first_arrivals(traces, kept, threshold):
    picks = np.full(traces.shape[0], -1)
    for trace in range(traces.shape[0]):
        for at in range(traces.shape[1]):
            if kept[trace, at] and abs(traces[trace, at]) > threshold:
                picks[trace] = at
                break
    return picks


rng = np.random.default_rng(6)
traces = rng.normal(0, 1, size=(12, 600))
traces[:, 300:] *= 6
kept, spikes = clean(traces, 20.0, 4)
print(spikes, first_arrivals(traces, kept, 5.0))
