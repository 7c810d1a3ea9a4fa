"""The price of tea is looked up in Python once a shipment, and the rest is compiled."""

import numpy as np
from numba import njit, objmode

TABLE = {0: 11.5, 1: 14.25, 2: 31.0}


def looked_up(kind):
    return TABLE[int(kind)]


@njit
def price_of(kind):
    with objmode(price="float64"):
        price = looked_up(kind)
    return price


@njit
def shipment(kind, chests):
    price = price_of(kind)
    total = 0.0
    for chest in range(len(chests)):
        total += chests[chest] * price
        if chests[chest] > 50.0:
            total -= 0.02 * price * (chests[chest] - 50.0)
    return total


def by_hand(kind, chests):
    return TABLE[kind] * (chests.sum() - 0.02 * np.maximum(chests - 50.0, 0).sum())


rng = np.random.default_rng(10)
for kind in range(3):
    chests = rng.uniform(30, 70, 4000)
    assert np.isclose(shipment(kind, chests), by_hand(kind, chests))
    print(kind, round(shipment(kind, chests), 2))
