from numba import njit

max = 3

@njit
def peak(a, b):
    return max(a, b)  # fails: numba-operand-types: max(a, b)

peak(2.0, 5.0)
