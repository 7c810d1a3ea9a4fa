import numpy as np
from numba import njit

@njit
def decode(packets):
    column = packets[:, 1]
    return column.view(np.int16)  # fails: numba-array-layout: column.view(np.int16)

packets = np.zeros((4, 4), np.int32)
print(decode(packets))
