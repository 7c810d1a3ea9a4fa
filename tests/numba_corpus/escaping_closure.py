from numba import njit


@njit
def scale(values, factor):
    grow = lambda v: v * factor  # fails: numba-unsupported-python
    return list(map(grow, values))


print(scale([1, 2], 3))
