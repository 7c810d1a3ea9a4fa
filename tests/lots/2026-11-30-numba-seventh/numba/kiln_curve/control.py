"""The controller of a kiln: how it heats along a curve."""

from numba import njit


@njit
def simulate(curve, power, loss, band):
    warm = 20.0
    worst = 0.0
    for minute in range(len(curve)):
        if warm < curve[minute] - band:
            warm += power
        warm -= loss * (warm - 20.0)
        worst = max(worst, abs(curve[minute] - warm))
    return worst
