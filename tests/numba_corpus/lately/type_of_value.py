from numba import njit

@njit
def doubled(value):
    if type(value) == int:  # fails: numba-operand-types: type(value) == int
        return value * 2
    return value

doubled(4)
