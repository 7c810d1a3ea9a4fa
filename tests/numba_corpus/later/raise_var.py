from numba import njit

@njit
def f(x):
    if x < 0:
        raise ValueError(f"bad {x}", [x])
    return x.foo  # fails: numba-unknown-attribute: x.foo

f(1)
