from numba import njit

@njit
def f(n):
    for i in range(n):
        last = i
    return last + missing_name  # fails: numba-global: missing_name

print(f(3))
