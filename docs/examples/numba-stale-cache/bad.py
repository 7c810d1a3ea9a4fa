"""What does the whole cart cost?"""

import numpy as np
from numba import njit
from tax import TAX


@njit(cache=True)
def total(prices):
    return prices.sum() * (1 + TAX)


print("to pay:", round(total(np.array([10.0, 25.0, 65.0])), 2))
