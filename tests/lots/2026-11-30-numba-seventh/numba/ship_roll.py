"""The roll of ships in waves: each ship is a pendulum, and all are advanced together."""

import math

import numpy as np
from numba import njit


@njit(parallel=True)
def advance(ships, waves, dt):
    for ship, wave in zip(ships, waves):
        push = 0.02 * math.sin(wave[0])
        ship[1] += dt * (push - ship[2] * math.sin(ship[0]) - 0.05 * ship[1])
        ship[0] += dt * ship[1]
        wave[0] += dt * wave[1]


def fleet(count, seed):
    rng = np.random.default_rng(seed)
    ships = np.column_stack((rng.normal(0, 0.1, count), np.zeros(count), rng.uniform(0.3, 2, count)))
    waves = np.column_stack((rng.uniform(0, 6.28, count), rng.uniform(0.5, 1.1, count)))
    return ships, waves


def main():
    ships, waves = fleet(20_000, 7)
    for _ in range(100):
        advance(ships, waves, 0.05)
    print("largest roll", round(float(np.abs(ships[:, 0]).max()), 3))


if __name__ == "__main__":
    main()
