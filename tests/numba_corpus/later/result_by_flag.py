import numpy as np
from numba import njit


@njit
def solve(a, b, full):
    x = b / a[0, 0]
    residual = a[0] * x - b
    if full:
        return x, residual  # fails: numba-cannot-unify: x, residual
    return x


def main():
    a = np.eye(2)
    print(solve(a, np.ones(2), True))


main()
