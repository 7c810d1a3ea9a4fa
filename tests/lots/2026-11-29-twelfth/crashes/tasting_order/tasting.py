"""In which order should the wines be tasted? The dry ones first."""

import sys

import numpy as np

from order import Sorter


def drier(one, other):
    """Grams of sugar; half a gram is no difference."""
    return round(one) <= round(other)


sorter = Sorter(sys.argv[1], drier)
print(sorter.sort([7.2, 1.1, 4.5, 60.0]), flush=True)
cellar = np.random.default_rng(4).choice([2.0, 2.3, 1.8], 5000)
print(sorter.sort(cellar)[:3], flush=True)
