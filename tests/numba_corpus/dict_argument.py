from numba import njit


@njit
def cost(prices, name):
    return prices[name]


print(cost({"a": 1.0}, "a"))  # fails: numba-object-mode: cost({"a": 1.0}, "a")
