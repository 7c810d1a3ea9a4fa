"""The tariff of a bridge."""

from numba import njit

BASE = 2.5
AXLES = (0.0, 0.0, 1.0, 2.2, 3.1)


@njit(cache=True)
def price(axles):
    return BASE + AXLES[min(axles, 4)]
