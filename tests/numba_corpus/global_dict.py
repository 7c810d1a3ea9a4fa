from numba import njit

PRICES = {"apple": 3, "pear": 4}


@njit
def price(name):
    return PRICES[name]  # fails: numba-global: PRICES


print(price("apple"))
