"""Schedules of loans: for each of many rates, how much is left after each month."""

import numpy as np
from numba import guvectorize


@guvectorize(
    ["void(float64[:], float64, float64, float64[:])"],
    "(n),(),(m)->(n)",
)
def remaining(payments, rate, amount, left):
    owed = amount
    for month in range(payments.size):
        owed = owed * (1 + rate / 12) - payments[month]
        left[month] = owed


rates = np.array([0.02, 0.03, 0.05])
print(remaining(np.full(24, 430.0), rates, 10_000.0)[:, -1].round(2))
