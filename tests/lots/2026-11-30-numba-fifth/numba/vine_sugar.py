"""Sugar of grapes along the rows of a vineyard: medians of the nearest vines."""

import numpy as np
from numba import guvectorize


@guvectorize(["void(float64[:], int64, float64[:])"], "(n),()->(n)")
def row_medians(sugar, reach, out):
    medians = np.zeros(len(sugar))
    for vine in range(len(sugar)):
        first = max(0, vine - reach)
        medians[vine] = np.median(sugar[first : vine + reach + 1])
    out = medians


class Vineyard:
    def __init__(self, rows, vines, seed):
        rng = np.random.default_rng(seed)
        self.sugar = rng.normal(88.0, 6.0, size=(rows, vines))
        self.picked = np.zeros(rows, dtype=np.bool_)

    def ripe_rows(self, wanted, reach=2):
        medians = row_medians(self.sugar, reach)
        return np.nonzero((medians > wanted).mean(axis=1) > 0.5)[0]

    def pick(self, wanted):
        rows = self.ripe_rows(wanted)
        self.picked[rows] = True
        return rows


vineyard = Vineyard(40, 64, seed=7)
print("rows to pick:", vineyard.pick(86.0))
print("still there:", int((~vineyard.picked).sum()))
