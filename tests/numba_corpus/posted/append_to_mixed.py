from numba import njit

@njit
def record():
    row = [1, "a"]
    row.append(2j)  # fails: numba-operand-types: row.append(2j)
    return len(row)

record()
