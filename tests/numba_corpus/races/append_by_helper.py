import numpy as np
from numba import njit, prange
from numba.typed import List
@njit
def note(found, x):
    if x % 3 == 0:
        found.append(x)
@njit(parallel=True)
def collect(found, n):
    for i in prange(n):
        note(found, i)  # fails: data-race: found
found = List([0])
collect(found, 10)
print(len(found))
