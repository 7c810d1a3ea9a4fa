"""How far each mix of two paints is from each card of colours."""

import numpy as np
from numba import literal_unroll, njit


@njit
def norm(value):
    return (value * value).sum() ** 0.5


@njit
def nearest(paints, cards):
    least = 1e9
    for paint in literal_unroll(paints):
        for card in literal_unroll(cards):
            far = norm(paint.astype(np.float64) - card.astype(np.float64))
            if far < least:
                least = far
    return least


PAINTS = (np.array([200, 30, 40], np.uint8), np.array([0.9, 0.4, 0.1]), np.array([10, 10, 12], np.int16))
CARDS = (np.array([0.8, 0.5, 0.2]), np.array([190, 35, 45], np.uint8))

print(round(nearest(PAINTS, CARDS), 3))
