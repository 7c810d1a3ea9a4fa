from numba import njit


@njit
def chained(a):
    yield from a  # fails: numba-unsupported-python: yield from a


print(list(chained((1, 2))))
