from numba import jit


@jit(nopython=True)
def pick(x):
    if x > 10:
        return (1,)  # fails: numba-cannot-unify: (1,)
    else:
        return 1


print(pick(10))
