"""How tomatoes grow: a model of a day, in steps of a minute."""

import math

from numba import njit


@njit
def grown(height, light, warmth, water, food):
    for minute in range(1440):
        sun = light * max(0.0, math.sin((minute - 360) / 720 * math.pi))
        rate = 1e-6 * sun * warmth * min(water, food)
        height += rate * (3000 - height)
    return height
