from numba import njit


@njit
def status(code):
    result = 0  # fails: numba-cannot-unify: 0
    if code > 3:
        result = "error"
    return result


print(status(4))
