from numba import njit
from numba.typed import List

@njit
def fill(items):
    items.append("three")  # fails: numba-operand-types: items.append("three")
    return items

fill(List([1, 2]))
