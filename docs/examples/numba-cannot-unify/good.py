"""The price of a journey, with a discount where there is one."""

from numba import njit


@njit
def price(kilometres, discount):
    if discount > 0:
        total = kilometres * 0.20 * (1 - discount)
    else:
        total = kilometres * 0.20
    return total


print(price(120, 0.25))
