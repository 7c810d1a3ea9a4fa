from numba import int64
from numba.experimental import jitclass

@jitclass([("items", int64[:])])
class Bag:
    def __init__(self, n):
        self.items = n  # fails: numba-operand-types: self.items

Bag(3)
