from numba import jit


@jit(nopython=True)
def add(x, y):
    return x + y  # fails: numba-operand-types: x + y


print(add(1, (2,)))
