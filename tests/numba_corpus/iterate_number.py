from numba import njit


@njit
def count(n):
    total = 0
    for i in n:  # fails: numba-operand-types: n
        total += i
    return total


print(count(10))
