from numba import njit


@njit
def f(**kw):  # fails: numba-unsupported-python
    return kw["a"]


f(a=3)
