"""How deep does a portfolio fall below its best day so far?"""

import numpy as np
from numba import njit


@njit
def worth(prices, shares):
    total = np.zeros(prices.shape[0])
    for at in range(shares.size):
        total += prices[:, at] * shares[at]
    return total


@njit
def drawdown(values):
    best = np.maximum.accumulate(values)
    return ((best - values) / best).max()


@njit
def deepest(prices, portfolios):
    out = np.empty(portfolios.shape[0])
    for at in range(portfolios.shape[0]):
        out[at] = drawdown(worth(prices, portfolios[at]))
    return out


if __name__ == "__main__":
    rng = np.random.default_rng(3)
    prices = 100 * np.exp(np.cumsum(rng.normal(0, 0.01, (750, 4)), axis=0))
    portfolios = rng.dirichlet(np.ones(4), 50)
    print("between", deepest(prices, portfolios).min().round(3), "and", end=" ")
    print(deepest(prices, portfolios).max().round(3))
