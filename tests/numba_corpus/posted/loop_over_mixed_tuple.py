from numba import njit

@njit
def shown(parts):
    for part in parts:  # fails: numba-operand-types: parts
        print(part)

shown((1, "two", 3.0))
