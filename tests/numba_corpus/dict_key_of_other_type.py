from numba import njit


@njit
def lookup(n):
    prices = {"apple": 1.5, "pear": 2.0}
    total = 0.0
    for i in range(n):
        total += prices[i]  # fails: numba-operand-types: prices[i]
    return total


print(lookup(2))
