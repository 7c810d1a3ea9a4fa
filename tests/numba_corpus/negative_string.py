from numba import njit


@njit
def undo(step):
    return -step  # fails: numba-operand-types: -step


print(undo("back"))
