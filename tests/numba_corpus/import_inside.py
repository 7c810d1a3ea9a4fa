from numba import njit


@njit
def root(x):
    import math  # fails: numba-unsupported-python: import math

    return math.sqrt(x)


print(root(4.0))
