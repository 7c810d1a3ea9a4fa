from numba import njit


@njit
def volume(a, b, c=1):
    return a * b * c


print(volume(1, b=2, depth=3))  # fails: numba-argument-count: volume(1, b=2, depth=3)
