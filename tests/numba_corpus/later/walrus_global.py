import numpy as np
from numba import njit
from functools import lru_cache

@lru_cache
def slow(n):
    return n

@njit
def f(n):
    return slow(n)  # fails: numba-global: slow

f(1)
