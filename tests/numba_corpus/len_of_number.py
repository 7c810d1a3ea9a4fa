from numba import njit


@njit
def spread(level):
    return len(level) + 1  # fails: numba-operand-types: len(level)


print(spread(7))
