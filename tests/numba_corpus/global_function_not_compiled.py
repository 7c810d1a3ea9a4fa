from numba import njit


def helper(x):
    return x + 1


@njit
def work(x):
    return helper(x) * 2  # fails: numba-global: helper


print(work(1))
