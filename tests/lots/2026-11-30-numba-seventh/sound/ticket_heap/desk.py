"""A desk that calls tickets: a heap in a jitclass, with room that grows."""

import numpy as np
from numba import float64, int64
from numba.experimental import jitclass


@jitclass([("urgency", float64[:]), ("number", int64[:]), ("count", int64)])
class Desk:
    def __init__(self, room):
        self.urgency = np.empty(room)
        self.number = np.empty(room, dtype=np.int64)
        self.count = 0

    def _grow(self):
        room = 2 * len(self.urgency)
        urgency = np.empty(room)
        number = np.empty(room, dtype=np.int64)
        urgency[: self.count] = self.urgency[: self.count]
        number[: self.count] = self.number[: self.count]
        self.urgency = urgency
        self.number = number

    def _swap(self, a, b):
        self.urgency[a], self.urgency[b] = self.urgency[b], self.urgency[a]
        self.number[a], self.number[b] = self.number[b], self.number[a]

    def push(self, urgency, number):
        if self.count == len(self.urgency):
            self._grow()
        at = self.count
        self.urgency[at] = urgency
        self.number[at] = number
        self.count += 1
        while at > 0 and self.urgency[(at - 1) // 2] < self.urgency[at]:
            self._swap(at, (at - 1) // 2)
            at = (at - 1) // 2

    def pop(self):
        first = self.number[0]
        self.count -= 1
        self._swap(0, self.count)
        at = 0
        while True:
            child = 2 * at + 1
            if child >= self.count:
                return first
            if child + 1 < self.count and self.urgency[child + 1] > self.urgency[child]:
                child += 1
            if self.urgency[at] >= self.urgency[child]:
                return first
            self._swap(at, child)
            at = child
