import numpy as np
from numba import njit, prange


@njit(parallel=True)
def take(best, weights, worths):
    for k in range(weights.size):
        weight = weights[k]
        for room in prange(weight, best.size):
            best[room] = max(best[room], best[room - weight] + worths[k])  # fails: data-race: best


def main():
    best = np.zeros(1000)
    take(best, np.array([3, 70, 250]), np.array([1.0, 30.0, 90.0]))
    print(best[-1] > 0)


main()
