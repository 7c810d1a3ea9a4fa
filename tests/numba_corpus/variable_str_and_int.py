from numba import njit


@njit
def status(code):
    result = 0
    if code > 3:
        result = "error"  # fails: numba-cannot-unify
    return result


print(status(4))
