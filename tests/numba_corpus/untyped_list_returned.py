from numba import jit


@jit(nopython=True)
def nothing():
    return []  # fails: numba-untyped-list: []


print(nothing())
