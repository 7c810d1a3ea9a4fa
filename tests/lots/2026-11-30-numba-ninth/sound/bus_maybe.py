"""The next bus, or None: looked at before it is computed with, and a list of those that are known."""

import numpy as np
from numba import njit


@njit
def next_after(departures, minute):
    for departure in departures:
        if departure >= minute:
            return departure
    return None


@njit
def arrival(first, second, ride, minute):
    left = next_after(first, minute)
    if left is None:
        return -1
    changed = next_after(second, left + ride)
    if changed is not None:
        return changed + ride
    return -1


@njit
def arrivals(first, second, ride, minutes):
    if len(minutes) == 0:
        return [int(minute) for minute in minutes]
    return [arrival(first, second, ride, minute) for minute in minutes]


first, second = np.arange(300, 1430, 20), np.arange(310, 1320, 30)
found = arrivals(first, second, 14, np.array([330, 480, 1300, 1439]))
assert found == [384, 534, -1, -1], found
print(found, arrivals(first, second, 14, np.zeros(0, dtype=np.int64)))
