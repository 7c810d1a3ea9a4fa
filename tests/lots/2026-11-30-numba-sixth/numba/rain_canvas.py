"""Drops of rain on a dry floor: how wet is it in the end?"""

import numpy as np
from numba import njit, prange


@njit
def drop_shape(radius):
    size = 2 * radius + 1
    shape = np.empty((size, size))
    for y in range(size):
        for x in range(size):
            away = (y - radius) ** 2 + (x - radius) ** 2
            shape[y, x] = max(0.0, 1.0 - away / (radius * radius))
    return shape


@njit(parallel=True)
def rain(places, shape, size):
    floor = np.zeros((size, size))
    reach = shape.shape[0] // 2
    for drop in prange(places.shape[0]):
        y = places[drop, 0]
        x = places[drop, 1]
        if y < reach or x < reach or y >= size - reach or x >= size - reach:
            continue
        floor[y - reach : y + reach + 1, x - reach : x + reach + 1] += shape
    return floor


rng = np.random.default_rng(11)
places = rng.integers(0, 80, (250_000, 2))
shape = drop_shape(6)
inside = ((places >= 6) & (places < 74)).all(axis=1).sum()
for shower in range(3):
    print(shower, round(rain(places, shape, 80).sum(), 3), "of", round(inside * shape.sum(), 3))
