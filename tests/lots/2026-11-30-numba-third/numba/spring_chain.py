"""A chain of weights on springs; several forces act on each of them."""

import numpy as np
from numba import njit


@njit
def spring(positions, speeds, at):
    force = -40.0 * positions[at]
    if at > 0:
        force += 15.0 * (positions[at - 1] - positions[at])
    if at < positions.size - 1:
        force += 15.0 * (positions[at + 1] - positions[at])
    return force


@njit
def damping(positions, speeds, at):
    return -0.3 * speeds[at]


@njit
def gravity(positions, speeds, at):
    return -9.81


FORCES = (spring, damping, gravity)


@njit
def acceleration(positions, speeds, at, mass):
    force = 0.0
    for part in FORCES:
        force += part(positions, speeds, at)
    return force / mass


@njit
def step(positions, speeds, masses, dt):
    pulls = np.empty_like(positions)
    for at in range(positions.size):
        pulls[at] = acceleration(positions, speeds, at, masses[at])
    speeds += dt * pulls
    positions += dt * speeds


class Chain:
    def __init__(self, weights, seed=0):
        rng = np.random.default_rng(seed)
        self.masses = rng.uniform(0.8, 1.2, weights)
        self.positions = np.zeros(weights)
        self.speeds = np.zeros(weights)

    def run(self, seconds, dt=1e-3):
        for _ in range(int(seconds / dt)):
            step(self.positions, self.speeds, self.masses, dt)
        return self.positions

    @property
    def energy(self):
        return 0.5 * (self.masses * self.speeds**2).sum()


if __name__ == "__main__":
    chain = Chain(12)
    print(chain.run(2.0).round(4))
    print(f"{chain.energy:.5f}")
