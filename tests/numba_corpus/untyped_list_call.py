from numba import njit


@njit
def empty():
    rows = list()  # fails: numba-untyped-list
    return rows


print(empty())
