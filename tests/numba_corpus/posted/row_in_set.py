import numpy as np
from numba import njit

@njit
def distinct(rows):
    seen = set()
    for row in rows:
        seen.add(row)  # fails: numba-operand-types: seen.add(row)
    return len(seen)

distinct(np.ones((4, 2)))
