"""Two threads of wool are spun into one: their strengths are added in pairs."""
import numpy as np
from numba import njit, prange


@njit
def spin(yarn, number, strength):
    yarn[number // 2] += strength


@njit(parallel=True)
def spun(threads):
    yarn = np.zeros((len(threads) + 1) // 2)
    for number in prange(len(threads)):
        spin(yarn, number, threads[number])  # fails: data-race: yarn
    return yarn


def weakest(yarn):
    return float(yarn.min())


def main():
    threads = np.random.default_rng(22).weibull(3.0, 100_001)
    yarn = spun(threads)
    print("yarn:", len(yarn), "weakest:", weakest(yarn))


if __name__ == "__main__":
    main()
