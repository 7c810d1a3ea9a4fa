from numba import njit

CALLS = 0


@njit
def counted(x):
    global CALLS
    CALLS = CALLS + 1  # fails: numba-unsupported-python
    return x


print(counted(1))
