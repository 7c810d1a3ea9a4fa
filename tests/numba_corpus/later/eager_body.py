from numba import njit

@njit("float64(float64)")
def f(x):
    return x.bad  # fails: numba-unknown-attribute: x.bad

print(f(1.0))
