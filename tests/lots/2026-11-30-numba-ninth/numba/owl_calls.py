"""When did an owl call? From the loudness of a night."""

import numpy as np
from numba import njit


@njit
def calls(loudness, limit, apart):
    if loudness.max() < limit:
        return []
    times = [at / 10.0 for at in range(len(loudness)) if loudness[at] >= limit]
    kept = [times[0]]
    for time in times:
        if time - kept[-1] > apart:
            kept.append(time)
    return kept


class Night:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.loudness = rng.gamma(1.0, 1.0, 4000)

    def report(self):
        return [round(time, 1) for time in calls(self.loudness, 7.5, 5.0)]


if __name__ == "__main__":
    for seed in range(3):
        print(Night(seed).report())
