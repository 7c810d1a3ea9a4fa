"""A table of compiled rules of one signature, which another compiled function is passed."""

import numpy as np
from numba import float64, int64, njit, types

rule = types.FunctionType(float64(float64, int64))


@njit(float64(float64, int64))
def linear(amount, years):
    return amount * (1 - 0.1 * years)


@njit(float64(float64, int64))
def declining(amount, years):
    return amount * 0.75**years


@njit(float64(float64, int64))
def at_once(amount, years):
    return amount if years == 0 else 0.0


@njit(float64[:](types.UniTuple(rule, 3), int64[:], float64[:], int64))
def worth(rules, kinds, prices, years):
    out = np.zeros(prices.size)
    for at in range(prices.size):
        out[at] = max(0.0, rules[kinds[at]](prices[at], years))
    return out


class Register:
    RULES = (linear, declining, at_once)

    def __init__(self, pieces, seed):
        rng = np.random.default_rng(seed)
        self.kinds = rng.integers(0, len(self.RULES), pieces)
        self.prices = rng.uniform(100, 9000, pieces).round(2)

    def worth(self, years):
        return worth(self.RULES, self.kinds, self.prices, years).sum()


if __name__ == "__main__":
    register = Register(400, 8)
    for years in (0, 1, 3, 8):
        print(f"after {years} years: {register.worth(years):12.2f}")
