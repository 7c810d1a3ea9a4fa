"""Mean, spread and the highest water of many years of tides, in parallel."""

import numpy as np
from numba import njit, prange


@njit
def height(hour, phases, sizes, speeds):
    total = 0.0
    for wave in range(phases.size):
        total += sizes[wave] * np.cos(speeds[wave] * hour + phases[wave])
    return total


@njit(parallel=True)
def statistics(hours, phases, sizes, speeds):
    total = 0.0
    squares = 0.0
    highest = -1e9
    floods = 0
    for hour in prange(hours):
        level = height(hour, phases, sizes, speeds)
        total += level
        squares += level * level
        highest = max(highest, level)
        if level > 2.0:
            floods += 1
    mean = total / hours
    return mean, np.sqrt(squares / hours - mean * mean), highest, floods


if __name__ == "__main__":
    speeds = np.array([0.5059, 0.5236, 0.4964, 0.2625, 0.2434])
    sizes = np.array([1.2, 0.4, 0.25, 0.1, 0.08])
    mean, spread, highest, floods = statistics(24 * 365 * 5, np.zeros(5), sizes, speeds)
    print(f"mean {mean:.4f}, spread {spread:.3f}, highest {highest:.2f}, {floods} hours of flood")
