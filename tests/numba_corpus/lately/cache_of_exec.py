import numpy as np
from numba import njit

SOURCE = """
def norm(values):
    return (values * values).sum()
"""
space = {}
exec(SOURCE, space)
norm = njit(cache=True)(space["norm"])  # fails: numba-declaration
norm(np.ones(3))
