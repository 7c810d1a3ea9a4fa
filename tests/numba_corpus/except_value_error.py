from numba import njit


@njit
def safe(a, b):
    try:
        return a // b
    except ZeroDivisionError:  # fails: numba-unsupported-python
        return 0


print(safe(1, 0))
