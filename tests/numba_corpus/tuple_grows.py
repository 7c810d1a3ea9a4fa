from numba import njit


@njit
def path(n):
    steps = (0,)  # fails: numba-cannot-unify: (0,)
    for i in range(n):
        steps = steps + (i,)
    return steps


print(path(3))
