from numba import njit

@njit
def inverse(x):
    if x == 0:
        raise ValueError("no inverse") from None  # fails: numba-unsupported-python
    return 1 / x

inverse(2)
