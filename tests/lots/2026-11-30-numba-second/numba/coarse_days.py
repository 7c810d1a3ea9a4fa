"""Quarter hours of a power meter, added up to hours and days."""

import numpy as np
from numba import njit, prange

QUARTERS = 4


@njit(parallel=True)
def to_hours(quarters):
    hours = np.zeros(quarters.size // QUARTERS)
    for at in prange(hours.size * QUARTERS):
        hours[at // QUARTERS] += quarters[at] / QUARTERS
    return hours


@njit
def peak(hours):
    best = 0
    for at in range(hours.size):
        if hours[at] > hours[best]:
            best = at
    return best, hours[best]


def meter(days, seed=1):
    rng = np.random.default_rng(seed)
    t = np.arange(days * 24 * QUARTERS) / (24 * QUARTERS)
    return 300 + 120 * np.sin(2 * np.pi * (t - 0.3)) + rng.normal(0, 25, t.size)


if __name__ == "__main__":
    hours = to_hours(meter(800))
    at, watts = peak(hours)
    print(f"day {at // 24}, {at % 24}:00, {watts:.0f} W of {hours.mean():.0f} W")
