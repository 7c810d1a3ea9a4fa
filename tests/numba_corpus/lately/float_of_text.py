from numba import njit

@njit
def total(line):
    found = 0.0
    for part in line.split(","):
        found += float(part)  # fails: numba-operand-types: float(part)
    return found

total("1.5,2.5")
