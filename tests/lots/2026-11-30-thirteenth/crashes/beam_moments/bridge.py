"""Loads and arms of all lorries that cross a bridge in a year."""

import numpy as np

COLUMNS = ("load", "arm", "speed", "wind", "rain", "noise", "lane", "hour")


class Year:
    def __init__(self, lorries, seed=1):
        rng = np.random.default_rng(seed)
        self.table = rng.random((lorries, len(COLUMNS)))
        self.table[:, 0] *= 40

    def column(self, name):
        return COLUMNS.index(name)
