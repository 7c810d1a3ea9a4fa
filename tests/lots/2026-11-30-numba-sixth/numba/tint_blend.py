"""Tints of glass laid over each other: what comes through all of them?"""

import numpy as np
from numba import vectorize


@vectorize(["float64(float64, float64)"], identity="one")
def through(first, second):
    return first * second / (1.0 + 0.04 * (1.0 - first) * (1.0 - second))


class Window:
    def __init__(self, panes):
        self.panes = panes

    def light(self):
        return through.reduce(self.panes, axis=0)


rng = np.random.default_rng(7)
for panes in (2, 4, 6):
    print(panes, Window(rng.uniform(0.6, 1.0, (panes, 3))).light().round(3))
