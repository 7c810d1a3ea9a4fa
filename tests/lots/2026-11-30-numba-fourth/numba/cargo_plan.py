"""Which crates should a lorry take? The best worth for each weight that it may carry."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def take(best, weight, worth):
    for limit in prange(weight, best.size):
        gain = best[limit - weight] + worth
        if gain > best[limit]:
            best[limit] = gain


@njit
def take_in_turn(best, weight, worth):
    for limit in range(best.size - 1, weight - 1, -1):
        with_it = best[limit - weight] + worth
        if with_it > best[limit]:
            best[limit] = with_it


class Lorry:
    def __init__(self, capacity):
        self.capacity = capacity

    def plan(self, crates, step):
        best = np.zeros(self.capacity + 1)
        for weight, worth in crates:
            step(best, weight, worth)
        return best


class Store:
    def __init__(self, size, seed=29):
        rng = np.random.default_rng(seed)
        self.weights = rng.integers(20, 400, size)
        self.worths = rng.uniform(1.0, 90.0, size)

    def crates(self):
        return [(int(w), float(v)) for w, v in zip(self.weights, self.worths)]


@njit
def heaviest(weights):
    best = 0
    for weight in weights:
        best = max(best, weight)
    return best


def main():
    store = Store(80)
    print("heaviest:", heaviest(store.weights))
    lorry = Lorry(20_000)
    quick = lorry.plan(store.crates(), take)
    slow = lorry.plan(store.crates(), take_in_turn)
    print("in parallel:", round(float(quick[5000]), 2))
    print("one by one: ", round(float(slow[5000]), 2))


if __name__ == "__main__":
    main()
