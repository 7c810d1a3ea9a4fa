from numba import njit

@njit
def f(x):
    return sorted(x, key="len")  # fails: numba-operand-types

f([3, 1])
