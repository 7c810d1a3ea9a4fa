from numba import njit


@njit
def merged(base):
    return {**base, "extra": 1}  # fails: numba-unsupported-python: {**base, "extra": 1}


print(merged(3))
