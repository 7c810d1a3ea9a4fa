import numpy as np
from numba import njit


@njit
def lengths(rows):
    return rows.size


ragged = np.array([[1, 2], [3]], dtype=object)
print(lengths(ragged))  # fails: numba-object-mode: lengths(ragged)
