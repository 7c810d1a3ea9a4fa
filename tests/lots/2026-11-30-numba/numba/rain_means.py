"""Daily means of rain gauges; hours in which a gauge was down are nan."""

import numpy as np
from numba import njit

FAST = {"fastmath": True, "nogil": True}


def gauges(count, hours):
    rng = np.random.default_rng(23)
    rain = rng.gamma(0.3, 1.2, (count, hours))
    rain[rng.random((count, hours)) < 0.05] = np.nan
    return rain


@njit(**FAST)
def valid(value):
    return not np.isnan(value)


@njit(**FAST)
def mean(values):
    total, count = 0.0, 0
    for value in values:
        if valid(value):
            total += value
            count += 1
    return total / count if count else 0.0


@njit(**FAST)
def coverage(values):
    count = 0
    for value in values:
        if valid(value):
            count += 1
    return count / values.size


@njit
def daily(rain):
    days = rain.shape[1] // 24
    out = np.empty((rain.shape[0], days))
    for gauge in range(rain.shape[0]):
        for day in range(days):
            out[gauge, day] = mean(rain[gauge, 24 * day : 24 * (day + 1)])
    return out


def wettest(means):
    gauge, day = np.unravel_index(np.argmax(means), means.shape)
    return int(gauge), int(day)


def main():
    rain = gauges(4, 24 * 6)
    table = daily(rain)
    print("most rain:", wettest(table))
    for gauge, means in enumerate(table):
        share = 100 * coverage(rain[gauge])
        print(f"gauge {gauge}: {np.round(means, 2)} ({share:.0f} % of the hours)")


if __name__ == "__main__":
    main()
