from numba import njit


@njit
def path(n):
    steps = (0,)
    for i in range(n):
        steps = steps + (i,)  # fails: numba-cannot-unify
    return steps


print(path(3))
