"""A hill of terraces is levelled in blocks, by views."""
import numpy as np
from numba import njit, prange


@njit
def level(part):
    mean = part.mean()
    for row in range(part.shape[0]):
        for column in range(part.shape[1]):
            part[row, column] = 0.5 * (part[row, column] + mean)


@njit(parallel=True)
def levelled(hill, size):
    blocks = hill.shape[0] // size
    for block in prange(blocks):
        level(hill[block * size : (block + 1) * size])
    return hill


def main():
    hill = np.random.default_rng(72).uniform(0, 30, (96, 50))
    print("hill:", levelled(hill, 8).mean())


if __name__ == "__main__":
    main()
