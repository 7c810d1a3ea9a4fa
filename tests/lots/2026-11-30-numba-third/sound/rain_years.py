"""Wettest and driest day, product of growth, and a count: all of it in one parallel loop."""

import numpy as np
from numba import njit, prange


@njit
def soaked(amount, held):
    return min(amount, held) + 0.1 * max(0.0, amount - held)


@njit(parallel=True)
def summary(days, held):
    wettest = days[0]
    driest = days[0]
    total = 0.0
    wet = 0
    for day in prange(days.size):
        wettest = max(wettest, days[day])
        driest = min(driest, days[day])
        if days[day] > 1.0:
            wet += 1
            total += soaked(days[day], held)
    return wettest, driest, total, wet


@njit(parallel=True)
def grown(rates):
    product = 1.0
    for year in prange(rates.size):
        product *= 1.0 + rates[year]
    return product


def main():
    rng = np.random.default_rng(2)
    days = rng.gamma(0.4, 6.0, 300_000)
    wettest, driest, total, wet = summary(days, 8.0)
    assert wettest == days.max() and driest == days.min() and wet == (days > 1.0).sum()
    rates = rng.normal(0.0, 0.01, 500)
    assert np.isclose(grown(rates), (1.0 + rates).prod())
    print(round(wettest, 3), wet, round(total, 3))


main()
