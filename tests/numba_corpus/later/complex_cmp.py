from numba import njit

@njit
def f(z):
    return z < 1  # fails: numba-operand-types: z < 1

f(1j)
