import numpy as np
from numba import njit


@njit
def energy(mass, speed):
    return mass * speed**2 / 2


def main():
    masses = np.ones(3)
    return energy(masses, 2.0, 9.81)  # fails: numba-argument-count: energy(masses, 2.0, 9.81)


main()
