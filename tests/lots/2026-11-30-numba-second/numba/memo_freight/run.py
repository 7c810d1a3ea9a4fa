"""Freight of parcels over a net of depots, for some days."""

import numpy as np
from numba import njit
from tariffs import DEPOTS, distance, surcharge, table, zone


@njit
def freight(places, parcels, weights):
    cents = 0.0
    for at in range(parcels.shape[0]):
        a, b = parcels[at]
        cents += 120 + surcharge(weights[at]) + 2 * distance(places, a, b)
        cents += 15 * zone(a, b) * weights[at]
    return cents


class Net:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.places = rng.uniform(0, 300, (DEPOTS, 2))
        self.rng = rng

    def day(self, parcels):
        pairs = self.rng.integers(0, DEPOTS, (parcels, 2))
        return freight(self.places, pairs, self.rng.gamma(2.0, 1.5, parcels))


def main():
    print("farthest zone:", max(max(row) for row in table()))
    net = Net(14)
    for day in range(1, 4):
        print(f"day {day}: {net.day(2000) / 100:.2f}")


if __name__ == "__main__":
    main()
