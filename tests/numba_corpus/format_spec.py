from numba import njit


@njit
def shown(x):
    return f"{x:.2f}"  # fails: numba-unsupported-python: f"{x:.2f}"


print(shown(1.0))
