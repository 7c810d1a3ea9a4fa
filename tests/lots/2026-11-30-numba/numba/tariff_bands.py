"""Electricity bills of a housing estate, with a tariff of three bands."""

import numpy as np
from numba import njit

HOURS = 24 * 7


def household(seed, people):
    """Consumption in kWh for each hour of a week."""
    rng = np.random.default_rng(seed)
    base = 0.12 + 0.03 * people
    evening = np.tile(np.r_[np.zeros(17), np.ones(5), np.zeros(2)], 7)
    return base + evening * rng.gamma(2.0, 0.2 * people, HOURS)


@njit
def band_of(hour):
    hour = hour % 24
    if 17 <= hour < 21:
        return 0
    if 7 <= hour < 17:
        return 1
    return 2


@njit
def by_band(usage):
    sums = np.zeros(3)
    for hour in range(usage.size):
        sums[band_of(hour)] += usage[hour]
    return sums


@njit
def bill(usage, peak, day, night, standing):
    sums = by_band(usage)
    prices = (peak, day, night)
    cost = standing
    for band in range(3):
        cost += prices[band] * sums[band]
    return cost


@njit
def discounted(cost, members):
    if members > 4:
        return cost * 0.93
    return cost


@njit
def estate(usages, members, peak, day, night, standing):
    total = 0.0
    for house in range(usages.shape[0]):
        cost = bill(usages[house], peak, day, night, standing)
        total += discounted(cost, members[house])
    return total


def main():
    members = np.array([1, 2, 5, 3, 4, 6])
    usages = np.stack([household(seed, people) for seed, people in enumerate(members)])
    print("one price:", round(estate(usages, members, 0.34, 0.27, 0.19, 2.5), 2))
    night = ("low", 0.19)
    print("night saver:", round(estate(usages, members, 0.34, 0.27, night, 2.5), 2))


if __name__ == "__main__":
    main()
