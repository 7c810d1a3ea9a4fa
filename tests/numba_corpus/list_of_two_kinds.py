from numba import njit


@njit
def tag(n):
    found = []
    for i in range(n):
        found.append(i)
        found.append("end")  # fails: numba-operand-types: found.append("end")
    return found


print(tag(2))
