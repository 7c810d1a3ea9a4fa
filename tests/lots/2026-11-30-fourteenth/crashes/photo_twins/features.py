"""Vectors of pictures: colours first, edges behind them."""

import numpy as np

COLOURS = 48
EDGES = 208


class Album:
    def __init__(self, pictures, seed):
        chance = np.random.default_rng(seed)
        self.colours = chance.random((pictures, COLOURS), dtype=np.float32)
        self.edges = chance.random((pictures, EDGES), dtype=np.float32)

    def __len__(self):
        return len(self.colours)

    def vectors(self, edges=True):
        return np.hstack([self.colours, self.edges]) if edges else self.colours
