"""Particles in a field of vortices; those that leave the basin are counted."""

import argparse

import numpy as np
from numba import njit


class Basin:
    """A round basin with vortices in it."""

    def __init__(self, radius, vortices, seed=0):
        rng = np.random.default_rng(seed)
        angle = rng.uniform(0, 2 * np.pi, vortices)
        reach = radius * np.sqrt(rng.uniform(0, 0.7, vortices))
        self.radius = radius
        self.centres = np.column_stack((reach * np.cos(angle), reach * np.sin(angle)))
        self.strengths = rng.normal(0, 1, vortices)

    def drifters(self, count, seed=1):
        rng = np.random.default_rng(seed)
        return rng.uniform(-0.6, 0.6, (count, 2)) * self.radius


@njit
def velocity(point, centres, strengths):
    u = v = 0.0
    for k in range(centres.shape[0]):
        dx = point[0] - centres[k, 0]
        dy = point[1] - centres[k, 1]
        r2 = dx * dx + dy * dy + 0.05
        u -= strengths[k] * dy / r2
        v += strengths[k] * dx / r2
    return u, v


@njit
def advance(points, centres, strengths, dt):
    for i in range(points.shape[0]):
        u, v = velocity(points[i], centres, strengths)
        points[i, 0] += dt * u
        points[i, 1] += dt * v


@njit
def escaped(points, radius):
    distances = np.linalg.norm(points, axis=1)
    return (distances > radius).sum()


@njit
def simulate(points, centres, strengths, radius, dt, steps):
    history = np.zeros(steps, dtype=np.int64)
    for step in range(steps):
        advance(points, centres, strengths, dt)
        history[step] = escaped(points, radius)
    return history


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=200)
    options = parser.parse_args()
    basin = Basin(4.0, 12)
    out = simulate(
        basin.drifters(500), basin.centres, basin.strengths, basin.radius, 0.01, options.steps
    )
    print("left the basin:", out[-1])


if __name__ == "__main__":
    main()
