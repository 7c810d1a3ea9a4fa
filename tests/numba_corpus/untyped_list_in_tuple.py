from numba import jit


@jit(nopython=True)
def pair(x):
    tmp = []  # fails: numba-untyped-list
    return (tmp, x)


print(pair(1))
