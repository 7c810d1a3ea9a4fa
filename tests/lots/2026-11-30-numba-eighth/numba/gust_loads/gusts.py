"""Gusts of wind on the cables of a bridge."""

import numpy as np
from numba import njit


@njit
def gust(random, mean, spread):
    return max(0.0, random.normal(mean, spread))


@njit
def swing(angle, speed, wind, dt):
    pull = 0.02 * wind * wind - 9.81 * np.sin(angle) - 0.3 * speed
    speed += pull * dt
    return angle + speed * dt, speed


@njit
def ride(random, steps, mean, spread):
    angle, speed, most = 0.0, 0.0, 0.0
    wind = mean
    for step in range(steps):
        if step % 50 == 0:
            wind = gust(random, mean, spread)
        angle, speed = swing(angle, speed, wind, 0.01)
        most = max(most, abs(angle))
    return most
