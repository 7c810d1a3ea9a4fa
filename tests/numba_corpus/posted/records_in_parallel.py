import numpy as np
from numba import njit

@njit(parallel=True)
def table():
    slots = np.zeros(8, dtype="uint64, uint32")  # fails: numba-unsupported-python: np.zeros(8, dtype="uint64, uint32")
    return slots.size

table()
