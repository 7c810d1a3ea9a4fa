"""The driest hour of a greenhouse, and its dew point."""

import numpy as np
from numba import njit

A, B = 17.62, 243.12


@njit("float64(float64, float64)")
def dew_point(warmth, humidity):
    gamma = np.log(humidity / 100) + A * warmth / (B + warmth)
    return B * gamma / (A - gamma)


@njit("float64(float64[:], float64[:])")
def driest(warmth, humidity):
    best = 0
    for hour in range(warmth.size):
        if humidity[hour] < humidity[best]:
            best = hour
    return dew_point(warmth[best], humidity[best]), best


if __name__ == "__main__":
    hours = np.arange(24)
    warmth = 18 + 7 * np.sin((hours - 8) * np.pi / 12)
    humidity = 70 - 20 * np.sin((hours - 8) * np.pi / 12)
    print(driest(warmth, humidity))
