"""Guests are kept in a set, and seated in the order of their numbers."""

import numpy as np
from numba import njit


@njit
def seat(numbers, cancelled, chairs):
    coming = set(numbers)
    for number in cancelled:
        coming.discard(number)
    plan = np.full((2, chairs), -1)
    for at, guest in enumerate(sorted(coming)):
        if at < 2 * chairs:
            plan[at // chairs, at % chairs] = guest
    return plan, len(coming)


@njit
def in_common(one, other):
    count = 0
    for guest in set(one):
        if guest in set(other):
            count += 1
    return count


plan, coming = seat(np.array([1013, 2087, 455, 3021, 77]), np.array([455]), 3)
assert plan[0].tolist() == [77, 1013, 2087] and coming == 4
print(plan, in_common(np.array([3, 5, 5, 9]), np.array([9, 5, 1])))
