from numba import njit


@njit
def bare(line):
    return line.removeprefix("#")  # fails: numba-unknown-attribute: line.removeprefix


print(bare("#x"))
