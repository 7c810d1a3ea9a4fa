from numba import njit


@njit
def padding(width):
    row = [0, 1]
    factor = width / 2
    return row * factor  # fails: numba-operand-types: row * factor


print(padding(4))
