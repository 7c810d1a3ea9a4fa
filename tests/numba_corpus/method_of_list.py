from numba import njit


@njit
def order(marks, key):
    marks.sort(key)  # fails: numba-operand-types: marks.sort(key)
    return marks


print(order([3, 1, 2], "size"))
