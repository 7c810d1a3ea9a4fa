"""Hours of wind by the classes of Beaufort, and the energy that a turbine makes of them."""

import numpy as np
from numba import njit

BOUNDS = np.array([0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7])
POWER = np.array([0.0, 0.0, 0.0, 0.1, 0.3, 0.7, 1.0, 1.0, 1.0, 0.6, 0.0, 0.0])


@njit
def class_of(speed):
    return np.searchsorted(BOUNDS, speed)


@njit
def year_of(speeds):
    hours = np.zeros(13, dtype=np.int64)
    energy = 0.0
    for hour in range(len(speeds)):
        wind = class_of(speeds[hour])
        hours[wind] += 1
        energy += POWER[wind]
    return hours, energy


rng = np.random.default_rng(40)
speeds = 7.5 * rng.weibull(1.9, 8760)
speeds[rng.integers(0, 8760, 5)] = 34.0
hours, energy = year_of(speeds)
print(hours.tolist())
print(round(energy, 1), "full hours")
