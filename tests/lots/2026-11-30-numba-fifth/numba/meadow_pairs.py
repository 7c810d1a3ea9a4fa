"""Plants that grow in the same square of a meadow."""

import numpy as np
from numba import njit


@njit
def by_square(x, y, side):
    squares = {}
    for plant in range(len(x)):
        key = (int(x[plant] // side), int(y[plant] // side))
        if key not in squares:
            squares[key] = []
        squares[key].append(plant)
    return squares


@njit
def neighbours(x, y, side):
    pairs = 0
    for plants in by_square(x, y, side).values():
        pairs += len(plants) * (len(plants) - 1) // 2
    return pairs


rng = np.random.default_rng(30)
print(neighbours(rng.uniform(0, 50, 300), rng.uniform(0, 50, 300), 5.0))
