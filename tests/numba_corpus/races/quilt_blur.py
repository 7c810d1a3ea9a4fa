"""A quilt's colours run into each other, in rows of views."""
import numpy as np
from numba import njit, prange


@njit
def blend(above, row, below):
    for at in range(len(row)):
        row[at] = 0.5 * row[at] + 0.25 * (above[at] + below[at])


@njit(parallel=True)
def blur(quilt):
    for at in prange(1, quilt.shape[0] - 1):
        blend(quilt[at - 1], quilt[at], quilt[at + 1])  # fails: data-race: quilt


def main():
    quilt = np.random.default_rng(45).uniform(0, 1, (300, 80))
    for _ in range(10):
        blur(quilt)
    print("mean:", quilt.mean())


if __name__ == "__main__":
    main()
