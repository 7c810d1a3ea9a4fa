from numba import njit


@njit
def make(x):
    class Box:  # fails: numba-unsupported-python: class Box
        size = 1

    return x


print(make(1))
