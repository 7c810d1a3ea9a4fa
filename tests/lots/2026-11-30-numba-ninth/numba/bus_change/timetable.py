"""Departures of buses, in minutes since midnight."""

import numpy as np
from numba import njit


@njit
def next_after(departures, minute):
    low, high = 0, len(departures)
    while low < high:
        middle = (low + high) // 2
        if departures[middle] < minute:
            low = middle + 1
        else:
            high = middle
    if low == len(departures):
        return None
    return departures[low]


@njit
def arrival(first, second, ride, walk, minute):
    left = next_after(first, minute)
    changed = next_after(second, left + ride + walk)
    return changed + ride


class Connection:
    def __init__(self, first, second, ride, walk):
        self.first = np.arange(*first)
        self.second = np.arange(*second)
        self.ride = ride
        self.walk = walk

    def arrive(self, minute):
        return arrival(self.first, self.second, self.ride, self.walk, minute)
