from numba import njit


@njit
def split(pair):
    a, b, c = pair  # fails: numba-operand-types: a, b, c
    return a + b + c


print(split((1, 2)))
