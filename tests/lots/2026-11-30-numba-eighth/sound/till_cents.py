"""Prices in whole cents, and tax rounded half up, by whole numbers alone."""

import numpy as np
from numba import njit


@njit
def percent(cents, rate):
    return (cents * rate + 50) // 100


@njit
def totals(prices, quantities, rates):
    net, tax = 0, 0
    for at in range(len(prices)):
        line = prices[at] * quantities[at]
        net += line
        tax += percent(line, rates[at])
    return net, tax


def main():
    rng = np.random.default_rng(12)
    prices = rng.integers(5, 2000, 500)
    net, tax = totals(prices, rng.integers(1, 80, 500), rng.choice(np.array([0, 7, 19]), 500))
    print(f"net {net // 100}.{net % 100:02d} tax {tax // 100}.{tax % 100:02d}")


if __name__ == "__main__":
    main()
