"""What share of what it sells goes from each country to each other one, weighed by what it buys."""

import numpy as np
from numba import njit, prange


@njit
def level(row, bought):
    total = bought.sum() + 1e-9
    for other in range(len(row)):
        row[other] = row[other] / total


@njit(parallel=True)
def shares(trade):
    for country in prange(len(trade)):
        level(trade[country], trade.T[country])
    return trade


def main():
    rng = np.random.default_rng(12)
    trade = rng.uniform(1.0, 5.0, (900, 900))
    np.fill_diagonal(trade, 0.0)
    found = shares(trade)
    print("mean share", found.mean(), "largest", found.max())


if __name__ == "__main__":
    main()
