"""How even is the yield of the trees?"""

import numpy as np
from numba import njit


@njit
def gini(yields):
    ordered = np.sort(yields)
    count = ordered.size
    weighted = sum((2 * (at + 1) - count - 1) * ordered[at] for at in range(count))
    return weighted / (count * ordered.sum())


trees = np.random.default_rng(2).gamma(3.0, 12.0, 400)
print("of all:", round(gini(trees), 3))
