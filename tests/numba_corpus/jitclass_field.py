from numba import float64
from numba.experimental import jitclass


@jitclass([("x", float64), ("y", float64)])
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y
        self.norm = x * x + y * y  # fails: numba-unknown-attribute: self.norm


Point(1.0, 2.0)
