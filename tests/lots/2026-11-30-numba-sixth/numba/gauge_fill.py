"""Hours in which a gauge sent nothing get the level of the last hour before."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def filled(levels, sent):
    out = np.empty_like(levels)
    last = levels[0]
    for hour in prange(len(levels)):
        if sent[hour]:
            last = levels[hour]
        out[hour] = last
    return out


rng = np.random.default_rng(8)
levels = np.cumsum(rng.normal(0, 0.1, 200_000)) + 50.0
sent = rng.random(len(levels)) < 0.2
sent[0] = True

expected = levels[np.maximum.accumulate(np.where(sent, np.arange(len(levels)), 0))]
got = filled(levels, sent)
print("hours filled:", int((~sent).sum()))
print("as expected:", int((got == expected).sum()), "of", len(levels))
