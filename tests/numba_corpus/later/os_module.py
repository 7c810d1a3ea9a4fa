import os
from numba import njit

@njit
def f():
    return os.getcwd()  # fails: numba-unknown-attribute: os.getcwd

f()
