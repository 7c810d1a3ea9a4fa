"""Mass of dust in the cells of a grid, from particles (cloud in cell), and what it weighs."""

import numpy as np
from numba import njit, prange


class Cloud:
    def __init__(self, count, seed=2):
        rng = np.random.default_rng(seed)
        self.places = rng.normal(0.5, 0.12, (count, 2)) % 1.0
        self.masses = rng.gamma(2.0, 1.0, count)

    def drift(self, step):
        self.places = (self.places + step * (0.5 - self.places)) % 1.0

    def density(self, size):
        return deposit(self.places, self.masses, size)


@njit
def weights(place, size):
    scaled = place * size
    cell = int(scaled)
    share = scaled - cell
    return cell % size, 1.0 - share, share


@njit(parallel=True)
def deposit(places, masses, size):
    density = np.zeros((size, size))
    for particle in prange(places.shape[0]):
        y, y_low, y_high = weights(places[particle, 0], size)
        x, x_low, x_high = weights(places[particle, 1], size)
        mass = masses[particle]
        density[y, x] += mass * y_low * x_low
        density[y, (x + 1) % size] += mass * y_low * x_high
        density[(y + 1) % size, x] += mass * y_high * x_low
        density[(y + 1) % size, (x + 1) % size] += mass * y_high * x_high
    return density


@njit(parallel=True)
def heaviest(density):
    best = 0.0
    for row in prange(density.shape[0]):
        best = max(best, density[row].max())
    return best


def main():
    cloud = Cloud(60_000)
    density = cloud.density(32)
    print("in the cloud:", round(cloud.masses.sum(), 3))
    print("on the grid: ", round(density.sum(), 3), "heaviest cell", round(heaviest(density), 2))
    cloud.drift(0.1)
    print("afterwards:  ", round(heaviest(cloud.density(32)), 2))


if __name__ == "__main__":
    main()
