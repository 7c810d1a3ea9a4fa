import numpy as np
from numba import njit


@njit
def spread(prices):
    return prices.mean() / prices.median()  # fails: numba-unknown-attribute: prices.median


print(spread(np.arange(5.0)))
