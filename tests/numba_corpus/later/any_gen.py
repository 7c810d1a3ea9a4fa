from numba import njit

@njit
def f(x):
    return any(v > 2 for v in x)  # fails: numba-unsupported-python

f([3, 1])
