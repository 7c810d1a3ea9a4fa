import time
from numba import njit

@njit
def f():
    t = time.time()  # fails: numba-unknown-attribute: time.time
    return t

f()
