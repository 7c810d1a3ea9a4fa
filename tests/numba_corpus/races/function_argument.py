import numpy as np
from numba import njit


@njit
def integrate(f, a, b, n):
    h = (b - a) / n
    s = 0.0
    for i in range(n):
        s += f(a + (i + 0.5) * h)
    return s * h


def sweep(powers):
    for p in powers:
        f = njit(lambda x, p=p: x**p)  # fails: numba-recompilation: njit(lambda x, p=p: x**p)
        print(integrate(f, 0.0, 1.0, 1000))


sweep(range(1, 8))
