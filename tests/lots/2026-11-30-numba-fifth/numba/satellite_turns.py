"""Attitude of a swarm of small satellites: all of their rotation matrices in one array."""

import math

import numpy as np
from numba import njit

STEP = 0.5


@njit
def small_turn(rates, dt):
    """The rotation by rates (rad/s) within dt, for each satellite."""
    count = rates.shape[0]
    turns = np.zeros((count, 3, 3))
    for at in range(count):
        x, y, z = rates[at, 0] * dt, rates[at, 1] * dt, rates[at, 2] * dt
        angle = math.sqrt(x * x + y * y + z * z)
        if angle == 0.0:
            for axis in range(3):
                turns[at, axis, axis] = 1.0
            continue
        x, y, z = x / angle, y / angle, z / angle
        c, s = math.cos(angle), math.sin(angle)
        turns[at, 0, 0] = c + x * x * (1 - c)
        turns[at, 0, 1] = x * y * (1 - c) - z * s
        turns[at, 0, 2] = x * z * (1 - c) + y * s
        turns[at, 1, 0] = y * x * (1 - c) + z * s
        turns[at, 1, 1] = c + y * y * (1 - c)
        turns[at, 1, 2] = y * z * (1 - c) - x * s
        turns[at, 2, 0] = z * x * (1 - c) - y * s
        turns[at, 2, 1] = z * y * (1 - c) + x * s
        turns[at, 2, 2] = c + z * z * (1 - c)
    return turns


@njit
def propagate(attitude, rates, steps, dt):
    for _ in range(steps):
        attitude = small_turn(rates, dt) @ attitude
    return attitude


class Swarm:
    def __init__(self, count, seed):
        rng = np.random.default_rng(seed)
        self.rates = rng.normal(0.0, 0.02, size=(count, 3))
        self.attitude = np.repeat(np.eye(3)[None], count, axis=0)
        self.time = 0.0

    def advance(self, seconds):
        steps = int(seconds / STEP)
        self.attitude = propagate(self.attitude, self.rates, steps, STEP)
        self.time += steps * STEP

    def pointing(self):
        """Angle of each one's camera to where it looked in the beginning."""
        return np.degrees(np.arccos(np.clip(self.attitude[:, 2, 2], -1, 1)))


if __name__ == "__main__":
    swarm = Swarm(16, seed=2)
    swarm.advance(60.0)
    print(swarm.time, swarm.pointing().round(1))
