"""Strengths of wool are added in pairs, in a row of each spool's own."""
import numpy as np
from numba import njit, prange


@njit
def spin(yarn, number, strength):
    yarn[number // 2] += strength


@njit(parallel=True)
def spun(spools):
    found = np.zeros(spools.shape[0])
    for spool in prange(spools.shape[0]):
        yarn = np.zeros((spools.shape[1] + 1) // 2)
        for number in range(spools.shape[1]):
            spin(yarn, number, spools[spool, number])
        found[spool] = yarn.min()
    return found


def main():
    spools = np.random.default_rng(33).weibull(3.0, (120, 41))
    print("weakest:", spun(spools)[:3])


if __name__ == "__main__":
    main()
