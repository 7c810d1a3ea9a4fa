from numba import njit

class A: pass

@njit
def f(x):
    return isinstance(x, A)  # fails: numba-global: A

f(3)
