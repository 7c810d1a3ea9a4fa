"""Who may go through a gate? Numbers of passes, against those that are blocked."""

import numpy as np
from numba import njit


@njit
def digit_ok(number):
    total = 0
    rest = number // 10
    while rest > 0:
        total += rest % 10
        rest //= 10
    return number % 10 == total % 10


@njit
def decide(numbers, blocked, hour):
    allowed = np.zeros(len(numbers), dtype=np.bool_)
    for at in range(len(numbers)):
        number = numbers[at]
        if number in blocked or not digit_ok(number):
            continue
        allowed[at] = 6 <= hour < 22 or number < 500_000
    return allowed


class Gate:
    def __init__(self, name, blocked):
        self.name = name
        self.blocked = set(blocked)

    def open_for(self, numbers, hour):
        return decide(numbers, self.blocked, hour)
