from numba import njit

@njit
def fact(n):
    return n * fact(n - 1)  # fails: numba-operand-types: fact(n - 1)

fact(3)
