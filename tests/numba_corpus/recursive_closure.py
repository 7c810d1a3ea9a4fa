from numba import njit


@njit
def factorial(n):
    def step(k):  # fails: numba-unsupported-python
        return 1 if k < 2 else k * step(k - 1)

    return step(n)


print(factorial(5))
