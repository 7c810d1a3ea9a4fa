from numba import njit


@njit
def parse(a):
    try:
        return 1 / a
    except ZeroDivisionError as e:  # fails: numba-unsupported-python
        return 0.0


parse(0)
