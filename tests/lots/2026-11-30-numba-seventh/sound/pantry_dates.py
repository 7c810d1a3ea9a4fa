"""What is out of date in a pantry is thrown away: the keys are copied before any is removed."""

import numpy as np
from numba import njit


@njit
def throw_away(numbers, days, today):
    pantry = dict()
    for at in range(len(numbers)):
        pantry[numbers[at]] = days[at]
    thrown = 0
    for number in list(pantry):
        if pantry[number] < today:
            pantry.pop(number)
            thrown += 1
    last = 0
    for number, day in pantry.items():
        last = max(last, day)
    return thrown, len(pantry), last


rng = np.random.default_rng(6)
numbers = rng.permutation(5000)[:400]
print(throw_away(numbers, rng.integers(0, 60, 400), 20))
