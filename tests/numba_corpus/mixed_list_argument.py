from numba import njit


@njit
def first(items):
    return items[0]


print(first([1, "two"]))  # fails: numba-object-mode: first([1, "two"])
