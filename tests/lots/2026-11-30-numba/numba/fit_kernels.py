"""Which of some laws fits a decay best? Each law is a compiled function of its own."""

import math

import numpy as np
from numba import njit


@njit
def exponential(t, rate):
    return math.exp(-rate * t)


@njit
def hyperbolic(t, rate):
    return 1.0 / (1.0 + rate * t)


@njit
def stretched(t, rate, shape):
    return math.exp(-((rate * t) ** shape))


@njit
def bounded(rate, lowest, highest):
    return min(max(rate, lowest), highest)


@njit
def misfit(times, values, law, rate):
    total = 0.0
    for at in range(times.size):
        total += (law(times[at], rate) - values[at]) ** 2
    return total


@njit
def best_rate(times, values, law):
    best, found = np.inf, 0.0
    for step in range(1, 200):
        rate = 0.01 * step
        now = misfit(times, values, law, rate)
        if now < best:
            best, found = now, rate
    return bounded(found, 0.02, 1.98), best


def decay(rate, noise, seed=12):
    rng = np.random.default_rng(seed)
    times = np.linspace(0, 10, 60)
    return times, np.exp(-rate * times) + rng.normal(0, noise, times.size)


def main():
    times, values = decay(0.4, 0.01)
    for law in (exponential, hyperbolic, stretched):
        rate, left = best_rate(times, values, law)
        print(f"{law.__name__:12} {rate:.2f} {left:.4f}")


if __name__ == "__main__":
    main()
