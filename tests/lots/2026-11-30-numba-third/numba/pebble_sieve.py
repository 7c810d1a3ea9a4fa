"""Mass of sieved gravel, and the size that half of it passes."""

import numpy as np
from numba import njit


@njit
def passing(masses):
    return np.cumsum(masses) / masses.sum()


@njit(fastmath={"nnan", "ninf", "assoc", "nsz"})
def coefficient(sizes, masses):
    mean = (sizes * masses).sum() / masses.sum()
    squares = (masses * (sizes - mean) ** 2).sum() / masses.sum()
    return np.sqrt(squares) / mean


def main():
    sizes = np.array([0.5, 1.0, 2.0, 4.0, 8.0, 16.0])
    masses = np.array([12.0, 40.0, 96.0, 130.0, 71.0, 20.0])
    half = np.interp(0.5, passing(masses), sizes)
    print(f"half passes {half:.2f} mm, spread {coefficient(sizes, masses):.3f}")


main()
