from numba import njit

@njit
def f(x):
    match x:
        case (a, b):  # fails: numba-unsupported-python
            return a
    return 0

f((1, 2))
