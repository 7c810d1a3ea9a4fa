from numba import njit


@njit
def counts(words):
    seen = {}  # fails: numba-untyped-list
    return seen


print(counts(3))
