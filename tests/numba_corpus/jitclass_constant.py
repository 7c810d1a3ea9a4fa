from numba import float64
from numba.experimental import jitclass


@jitclass([("inside", float64)])
class Kiln:
    AMBIENT = 293.0  # fails: numba-declaration: AMBIENT

    def __init__(self):
        self.inside = 293.0


Kiln()
