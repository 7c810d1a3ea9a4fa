from numba import njit

@njit
def f(t):
    t[0] = 1  # fails: numba-operand-types: t[0]
    return t

f((1, 2))
