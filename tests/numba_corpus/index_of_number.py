import numpy as np
from numba import njit


@njit
def trace(matrix, n):
    total = 0.0
    for i in range(n):
        row = matrix[i]
        total += row[i][0]  # fails: numba-operand-types: row[i][0]
    return total


print(trace(np.eye(3), 3))
