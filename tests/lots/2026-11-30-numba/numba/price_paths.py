"""Prices of options by simulation, with payoffs that a user writes."""

import numpy as np
from numba import njit

PATHS = 2000
DAYS = 60


@njit
def simulate(payoff, spot, sigma, seed):
    np.random.seed(seed)
    total = 0.0
    for _ in range(PATHS):
        price = spot
        highest = spot
        for _ in range(DAYS):
            price *= np.exp(sigma * np.random.normal() - 0.5 * sigma * sigma)
            highest = max(highest, price)
        total += payoff(price, highest)
    return total / PATHS


class Product:
    def __init__(self, name, payoff):
        self.name = name
        self.payoff = payoff

    def price(self, spot, sigma=0.02):
        return simulate(njit(self.payoff), spot, sigma, 7)

    def delta(self, spot, step=0.5):
        return (self.price(spot + step) - self.price(spot - step)) / (2 * step)


def call(strike):
    return lambda price, highest: max(price - strike, 0.0)


def barrier(strike, knocked):
    return lambda price, highest: 0.0 if highest > knocked else max(price - strike, 0.0)


def report(product, spots):
    for spot in spots:
        print(f"{product.name:12} at {spot:5.1f}: {product.price(spot):6.2f}")


def main():
    book = [Product("call 100", call(100.0)), Product("up and out", barrier(100.0, 130.0))]
    for product in book:
        print(f"{product.name:12} {product.price(100.0):6.2f} {product.delta(100.0):6.3f}")
    report(book[0], (90.0, 110.0))


if __name__ == "__main__":
    main()
