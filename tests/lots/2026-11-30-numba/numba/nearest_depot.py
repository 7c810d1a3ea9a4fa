"""For each customer the depot that is nearest, and the customer who is served worst."""

import math

import numpy as np
from numba import njit, prange


class Region:
    def __init__(self, customers, depots, seed=13):
        rng = np.random.default_rng(seed)
        self.customers = rng.uniform(0, 100, (customers, 2))
        self.depots = rng.uniform(10, 90, (depots, 2))


@njit
def distance(first, second):
    dy = first[0] - second[0]
    dx = first[1] - second[1]
    return math.sqrt(dy * dy + dx * dx)


@njit(parallel=True)
def assign(customers, depots):
    chosen = np.empty(customers.shape[0], dtype=np.int64)
    for customer in prange(customers.shape[0]):
        nearest = 0
        for depot in range(1, depots.shape[0]):
            if distance(customers[customer], depots[depot]) < distance(
                customers[customer], depots[nearest]
            ):
                nearest = depot
        chosen[customer] = nearest
    return chosen


@njit(parallel=True)
def worst(customers, depots, chosen):
    farthest = -1.0
    who = -1
    for customer in prange(customers.shape[0]):
        away = distance(customers[customer], depots[chosen[customer]])
        if away > farthest:
            farthest = away
            who = customer
    return who, farthest


@njit
def loads(chosen, depots):
    counts = np.zeros(depots, dtype=np.int64)
    for depot in chosen:
        counts[depot] += 1
    return counts


def main():
    region = Region(20_000, 7)
    chosen = assign(region.customers, region.depots)
    print("customers of each depot:", loads(chosen, 7))
    who, away = worst(region.customers, region.depots, chosen)
    print(f"served worst: customer {who}, {away:.1f} km")


if __name__ == "__main__":
    main()
