from numba import int64, types
from numba.experimental import jitclass

@jitclass([("items", types.ListType(int64))])
class Node:
    def __init__(self, first):
        self.items = [first]  # fails: numba-operand-types

Node(3)
