"""Rows of a vineyard are pruned by a function that knows the row's number."""
import numpy as np
from numba import njit, prange


@njit
def prune(vines, row, least):
    kept = 0
    for at in range(vines.shape[1]):
        if vines[row, at] < least:
            vines[row, at] = 0.0
        else:
            kept += 1
    return kept


@njit(parallel=True)
def pruned(vines, least):
    total = 0
    for row in prange(vines.shape[0]):
        total += prune(vines, row, least)
    return total


def main():
    vines = np.random.default_rng(73).uniform(0, 1, (200, 60))
    print("kept:", pruned(vines, 0.3), (vines > 0).sum())


if __name__ == "__main__":
    main()
