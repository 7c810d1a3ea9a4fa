"""A tax by bands, for all incomes of a town."""

import numpy as np
from numba import vectorize


@vectorize(["float64(float64, float64)"])
def tax(income, allowance):
    taxed = income - allowance
    if taxed <= 0:
        return 0.0
    if taxed < 20_000:
        return 0.2 * taxed
    if taxed < 60_000:
        return 4_000 + 0.35 * (taxed - 20_000)


incomes = np.random.default_rng(5).gamma(2.0, 16_000, 10)
print(tax(incomes, 9_000.0).round(2))
