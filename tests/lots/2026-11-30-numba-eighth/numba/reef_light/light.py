"""Light on the corals of a reef: what reaches each of them through water and neighbours."""

import math

import numpy as np
from compat import compiled, prange


@compiled(fastmath=False)
def through_water(depth, clarity):
    return math.exp(-depth / clarity)


@compiled(fastmath=False)
def shade(corals, one, reach):
    dark = 0.0
    for other in range(len(corals)):
        far = math.hypot(corals[one, 0] - corals[other, 0], corals[one, 1] - corals[other, 1])
        if other != one and far < reach and corals[other, 2] < corals[one, 2]:
            dark += (1.0 - far / reach) * 0.2
    return min(dark, 0.9)


@compiled(parallel=True)
def light_on(corals, clarity, reach):
    light = np.zeros(len(corals))
    for one in prange(len(corals)):
        light[one] = through_water(corals[one, 2], clarity) * (1.0 - shade(corals, one, reach))
    return light
