"""Growth of kelp along a coast, a thread of the card for each metre of it."""

import math

import numpy as np
from numba import cuda

THREADS = 128


@cuda.jit
def grow(kelp, light, warmth, out):
    at = cuda.grid(1)
    if at < kelp.size:
        rate = 0.03 * light[at] * math.exp(-((warmth[at] - 12.0) ** 2) / 30.0)
        out[at] = kelp[at] * (1.0 + rate) / (1.0 + 0.002 * kelp[at])


class Coast:
    def __init__(self, metres, seed):
        rng = np.random.default_rng(seed)
        self.kelp = rng.uniform(0, 5, metres).astype(np.float32)
        self.light = rng.uniform(0.2, 1.0, metres).astype(np.float32)
        self.warmth = rng.uniform(6, 19, metres).astype(np.float32)

    def year(self, days):
        blocks = (len(self.kelp) + THREADS - 1) // THREADS
        out = np.empty_like(self.kelp)
        for _ in range(days):
            grow[blocks, THREADS](self.kelp, self.light, self.warmth, out)
            self.kelp, out = out, self.kelp
        return float(self.kelp.mean())


class Survey:
    """What divers count: the kelp of every hundredth metre, in bundles."""

    def __init__(self, coast):
        self.coast = coast
        self.counts = []

    def dive(self):
        self.counts.append(np.floor(self.coast.kelp[::100] / 0.5).astype(np.int64))

    def growth(self):
        first, last = self.counts[0], self.counts[-1]
        return float((last - first).mean())


def main():
    coast = Coast(5000, 12)
    survey = Survey(coast)
    survey.dive()
    for year in range(3):
        print(year, round(coast.year(365), 3))
        survey.dive()
    print("bundles more:", survey.growth())


if __name__ == "__main__":
    main()
