"""How many packs are left when each stage of a packing line takes its divisor."""

import numpy as np
from numba import njit, prange


@njit
def stage_divisor(weights, stage):
    heaviest = 1
    for k in range(weights.shape[1]):
        if weights[stage, k] > heaviest:
            heaviest = weights[stage, k]
    return heaviest % 3 + 1


@njit(parallel=True)
def left_over(weights, stock):
    packs = stock
    used = 0
    for stage in prange(weights.shape[0]):
        divisor = stage_divisor(weights, stage)
        packs //= divisor  # fails: numba-unsupported-python: packs //= divisor
        used += divisor
    return packs, used


def main():
    rng = np.random.default_rng(3)
    weights = rng.integers(1, 40, size=(24, 6))
    packs, used = left_over(weights, 10**12)
    print("packs", packs)
    print("used", used)


if __name__ == "__main__":
    main()
