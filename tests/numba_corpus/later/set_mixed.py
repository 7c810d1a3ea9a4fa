from numba import njit

@njit
def f():
    s = {1, "a"}  # fails: numba-operand-types
    return s

f()
