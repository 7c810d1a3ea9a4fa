"""Exponential smoothing of many currencies, and a warning where a rate leaves its band."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def levels(rates, alpha):
    out = np.empty_like(rates)
    out[0] = rates[0]
    for day in prange(1, rates.shape[0]):
        for currency in range(rates.shape[1]):
            step = alpha * (rates[day, currency] - out[day - 1, currency])
            out[day, currency] = out[day - 1, currency] + step
    return out


@njit(parallel=True)
def outside(rates, smooth, width):
    count = np.zeros(rates.shape[1], np.int64)
    for currency in prange(rates.shape[1]):
        for day in range(rates.shape[0]):
            if abs(rates[day, currency] / smooth[day, currency] - 1) > width:
                count[currency] += 1
    return count


@njit
def turns(smooth):
    """How often each smoothed rate turns round."""
    count = np.zeros(smooth.shape[1], np.int64)
    for day in range(2, smooth.shape[0]):
        for currency in range(smooth.shape[1]):
            before = smooth[day - 1, currency] - smooth[day - 2, currency]
            if before * (smooth[day, currency] - smooth[day - 1, currency]) < 0:
                count[currency] += 1
    return count


class Desk:
    def __init__(self, names, alpha=0.08, width=0.03):
        self.names = names
        self.alpha = alpha
        self.width = width

    def warn(self, rates):
        smooth = levels(rates, self.alpha)
        for name, days in zip(self.names, outside(rates, smooth, self.width)):
            yield name, int(days)
        self.turns = turns(smooth)


def walk(days, currencies, seed=19):
    rng = np.random.default_rng(seed)
    return np.exp(np.cumsum(rng.normal(0, 0.006, (days, currencies)), axis=0))


def main():
    names = ("SEK", "NOK", "DKK", "ISK", "PLN", "CZK")
    desk = Desk(names)
    for name, days in desk.warn(walk(6000, len(names))):
        print(f"{name}: {days} days outside of the band")
    print("turns:", desk.turns)


if __name__ == "__main__":
    main()
