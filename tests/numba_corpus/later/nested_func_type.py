from numba import njit

@njit
def apply(f, x):
    return f(x)

def plain(x):
    return x

apply(plain, 3)  # fails: numba-object-mode: apply(plain, 3)
