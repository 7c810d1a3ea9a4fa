"""Dew points of a whole grid of temperatures and humidities."""

import math

import numpy as np
from numba import vectorize


@vectorize(["float64(float64, float64)"], target="gpu")
def dew_point(celsius, humidity):
    gamma = math.log(humidity / 100) + 17.62 * celsius / (243.12 + celsius)
    return 243.12 * gamma / (17.62 - gamma)


grid = np.linspace(-10, 35, 46)[:, None]
humidity = np.linspace(20, 100, 9)[None]
print(dew_point(grid, humidity).round(1)[::5])
