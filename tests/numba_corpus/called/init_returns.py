from numba import float64
from numba.experimental import jitclass

@jitclass([("level", float64)])
class Tank:
    def __init__(self, level):
        self.level = level
        return self.level  # fails: numba-signature-mismatch: self.level

Tank(2.0)
