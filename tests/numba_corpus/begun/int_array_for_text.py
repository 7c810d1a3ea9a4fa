from numba import njit


@njit
def joined(words, sep):
    line = 0  # fails: numba-operand-types: 0
    for word in words:
        line = line + word
        line = line + sep
    return line


print(joined(("a", "b", "c"), ","))
