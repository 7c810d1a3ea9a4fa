from numba import njit


@njit
def names(n):
    found = [1]
    for i in range(n):
        found.append("item")  # fails: numba-operand-types: found.append("item")
    return found


print(names(3))
