import numpy as np
from numba import njit

class Grid:
    def __init__(self):
        self.a = np.ones(3)

    @njit
    def total(self):
        return self.a.sum()

Grid().total()  # fails: numba-object-mode: Grid().total()
