"""Pollen that drifts from a meadow, by random numbers of our own making."""

import numpy as np
from numba import njit, prange

MULTIPLIER = np.uint64(6364136223846793005)
INCREMENT = np.uint64(1442695040888963407)


@njit
def uniform(state):
    state[0] = state[0] * MULTIPLIER + INCREMENT
    return (state[0] >> np.uint64(11)) / 9007199254740992.0


@njit
def gust(state, strength):
    total = 0.0
    for _ in range(12):
        total += uniform(state)
    return strength * (total - 6.0)


@njit(parallel=True)
def drift(grains, steps, wind, strength, seed):
    state = np.array([seed], dtype=np.uint64)
    distance = np.zeros(grains)
    for grain in prange(grains):
        at = 0.0
        for _ in range(steps):
            at += wind + gust(state, strength)
        distance[grain] = at
    return distance


@njit(parallel=True)
def beyond(distance, border):
    count = 0
    for grain in prange(distance.size):
        if distance[grain] > border:
            count += 1
    return count


class Meadow:
    def __init__(self, name, grains):
        self.name = name
        self.grains = grains

    def season(self, wind, seed):
        return drift(self.grains, 60, wind, 0.5, seed)


def main():
    meadow = Meadow("hill", 300_000)
    for wind in (0.05, 0.1):
        first = meadow.season(wind, 2024)
        second = meadow.season(wind, 2024)
        print(f"wind {wind}: mean {first.mean():.4f}, {beyond(first, 8.0)} over the fence")
        print("the same again:", bool(np.array_equal(first, second)))
        print("different grains:", np.unique(first).size)


if __name__ == "__main__":
    main()
