"""How much to spray on each row of a vineyard, from the leaves that a tractor's scanner counted."""

import numpy as np
from numba import njit, prange


@njit
def row_area(leaves, mean_size):
    area = 0.0
    for at in range(leaves.size):
        area += leaves[at] * mean_size
    return area


@njit(parallel=True)
def doses(leaves, mean_size, per_area, out):
    for row in prange(leaves.shape[0]):
        area = row_area(leaves[row], mean_size)
        if area < 0:
            raise ValueError("the scanner counted less than nothing")
        out[row] = area * per_area
    return out


@njit
def refills(dose, tank):
    left = tank
    count = 0
    for at in range(dose.size):
        if dose[at] > left:
            count += 1
            left = tank
        left -= dose[at]
    return count


@njit
def gaps(leaves, limit):
    """Posts where nothing grows, row by row."""
    found = np.zeros(leaves.shape[0], np.int64)
    for row in range(leaves.shape[0]):
        for post in range(leaves.shape[1]):
            if leaves[row, post] < limit:
                found[row] += 1
    return found


def vineyard(rows, posts, seed=2):
    rng = np.random.default_rng(seed)
    vigour = rng.uniform(0.6, 1.3, (rows, 1))
    return rng.poisson(180 * vigour, (rows, posts)).astype(np.float64)


def main():
    leaves = vineyard(120, 400)
    print("gaps:", gaps(leaves, 90.0).sum())
    dose = doses(leaves, 0.011, 0.02, np.zeros(120))
    print("litres:", round(dose.sum(), 1), "refills:", refills(dose, 200.0))


if __name__ == "__main__":
    main()
