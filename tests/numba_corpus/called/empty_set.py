import numpy as np
from numba import njit

@njit
def allowed(numbers, blocked):
    count = 0
    for number in numbers:
        count += number not in blocked
    return count

class Gate:
    def __init__(self, blocked):
        self.blocked = set(blocked)

    def open_for(self, numbers):
        return allowed(numbers, self.blocked)  # fails: numba-untyped-list

for blocked in ([3], []):
    print(Gate(blocked).open_for(np.arange(9)))
