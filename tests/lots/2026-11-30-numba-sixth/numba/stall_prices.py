"""What the stalls of a market take for a basket."""

import numpy as np
from numba import njit


@njit
def price_list(discount):
    prices = {}
    prices["apples"] = 3
    prices["bread"] = 4
    prices["cheese"] = 12.5
    prices["eggs"] = 3.2
    if discount > 0:
        for name in prices:
            prices[name] *= 1 - discount
    return prices


@njit
def basket(names, pieces, discount):
    prices = price_list(discount)
    total = 0.0
    for at in range(len(names)):
        total += prices[names[at]] * pieces[at]
    return total


for discount in (0.0, 0.1):
    print(discount, basket(("apples", "eggs", "bread"), np.array([2, 10, 1]), discount))
