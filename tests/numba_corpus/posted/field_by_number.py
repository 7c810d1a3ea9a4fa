from numba import njit

@njit
def total(fields):
    found = 0.0
    for i in range(3):
        found += len(fields[i])  # fails: numba-operand-types: fields[i]
    return found

total(("a", (1, 2), "c"))
