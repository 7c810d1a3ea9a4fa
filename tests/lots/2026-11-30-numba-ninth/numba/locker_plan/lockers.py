"""Who has which locker? Lockers have nobody until they are given away."""

import numpy as np
from numba import njit


@njit
def nearest_free(lockers, wish):
    for far in range(len(lockers)):
        for locker in (wish - far, wish + far):
            if 0 <= locker < len(lockers) and lockers[locker] is None:
                return locker
    return -1


@njit
def give(wishes, count):
    lockers = [None] * count
    for pupil in range(len(wishes)):
        locker = nearest_free(lockers, wishes[pupil])
        if locker >= 0:
            lockers[locker] = pupil
    return lockers


class Corridor:
    def __init__(self, count):
        self.count = count

    def plan(self, wishes):
        return give(np.asarray(wishes), self.count)
