"""An index of the danger of fire, from dryness, wind and slope."""

import math

import numpy as np
from numba import vectorize


@vectorize(target="parallel")
def danger(dryness, wind, slope):
    base = dryness * (1.0 + 0.05 * wind)
    return base * math.exp(0.03 * slope) if slope > 0.0 else base


class Region:
    def __init__(self, side, seed):
        rng = np.random.default_rng(seed)
        self.dryness = rng.random((side, side))
        self.slope = rng.normal(0.0, 10.0, (side, side))

    def on(self, wind):
        return danger(self.dryness, wind, self.slope)

    def worst(self, wind):
        found = self.on(wind)
        return np.unravel_index(found.argmax(), found.shape)
