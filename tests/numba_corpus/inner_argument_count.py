from numba import njit


@njit
def clamp(x, low, high):
    return min(max(x, low), high)


@njit
def run(x):
    return clamp(x, 0)  # fails: numba-argument-count: clamp(x, 0)


print(run(3))
