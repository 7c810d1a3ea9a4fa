from numba import njit

THRESHOLD = 3


@njit
def above(x):
    return x > TRESHOLD  # fails: numba-global: TRESHOLD


print(above(4))
