from numba import njit


@njit
def invert(values):
    out = []
    for v in values:
        try:
            out.append(1.0 / v)
        except (ZeroDivisionError, ValueError):  # fails: numba-unsupported-python
            out.append(0.0)
    return out


print(invert([1.0, 0.0]))
