"""Waiting times at the desks of an office, with a ring buffer that is compiled."""

import numpy as np
from numba import float64, int64, njit
from numba.experimental import jitclass


@jitclass(
    {
        "items": float64[:],
        "head": int64,
        "count": int64,
        "waits": list,
    }
)
class Ring:
    def __init__(self, size):
        self.items = np.empty(size)
        self.head = 0
        self.count = 0
        self.waits = [0.0]

    def push(self, item):
        self.items[(self.head + self.count) % self.items.size] = item
        self.count += 1

    def pop(self, now):
        item = self.items[self.head]
        self.head = (self.head + 1) % self.items.size
        self.count -= 1
        self.waits.append(now - item)
        return item


@njit
def office(ring, minutes, arrivals, served):
    for minute in range(minutes):
        if np.random.random() < arrivals and ring.count < ring.items.size:
            ring.push(float(minute))
        if np.random.random() < served and ring.count:
            ring.pop(float(minute))
    return len(ring.waits)


print(office(Ring(64), 480, 0.4, 0.45))
