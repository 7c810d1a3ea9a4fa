from numba import njit


@njit
def parse(line):
    fields = line.split(",")
    total = 0.0
    for field in fields:
        total += field  # fails: numba-operand-types: total += field
    return total


print(parse("1,2,3"))
