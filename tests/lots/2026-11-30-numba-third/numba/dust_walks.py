"""Grains of dust in still air: how far do they get?"""

import numpy as np
from numba import njit, prange


@njit
def moved(x, y, rng, size):
    return x + size * rng.normal(), y + size * rng.normal()


@njit(parallel=True)
def walk_all(rng, grains, steps, size):
    far = np.empty(grains)
    for grain in prange(grains):
        x = y = 0.0
        for _ in range(steps):
            x, y = moved(x, y, rng, size)
        far[grain] = np.sqrt(x * x + y * y)
    return far


@njit(parallel=True)
def mean_of(far):
    total = 0.0
    for grain in prange(far.size):
        total += far[grain]
    return total / far.size


@njit
def within(far, radius):
    count = 0
    for value in far:
        if value <= radius:
            count += 1
    return count / far.size


class Air:
    def __init__(self, seed):
        self.seed = seed

    def distances(self, grains, steps):
        rng = np.random.default_rng(self.seed)
        return walk_all(rng, grains, steps, 0.1)


def expected(steps, size):
    return size * (steps * np.pi / 2.0) ** 0.5


def main():
    air = Air(12)
    print(f"expected {expected(60, 0.1):.4f}")
    for _ in range(4):
        far = air.distances(20_000, 60)
        print(f"{within(far, 1.0):.4f} within 1 cm", end=", ")
        print(f"mean {mean_of(far):.6f}, furthest {far.max():.6f}")


if __name__ == "__main__":
    main()
