"""Marks of potters on the sherds of a dig: how often each of them was found."""

import numpy as np
from numba import njit


@njit
def commonest(marks, layers, layer):
    here = marks[layers == layer]
    names, counts = np.unique(here, return_counts=True)
    at = np.argmax(counts)
    return names[at], counts[at]


rng = np.random.default_rng(3)
layers = rng.integers(0, 5, 3000)
marks = (rng.integers(0, 12, 3000) * (layers + 1)) % 17
for layer in range(5):
    mark, times = commonest(marks, layers, layer)
    print(layer, int(mark), int(times))
