"""Handles of a device that are handed out and come back when nobody uses them any more."""

import itertools
import queue


class Handle:
    """Comes back to its pool as it goes."""

    def __init__(self, pool, number):
        self._pool = pool
        self.number = number

    def read(self, register):
        return (self.number * 31 + register) % 256

    def __del__(self):
        self._pool.give_back(self.number)  # <-- here


class Recent(queue.Queue):
    """Keeps the last readings only: the oldest one makes room."""

    def _put(self, item):
        if len(self.queue) >= 5:
            self.queue.popleft()
        super()._put(item)


class Pool:
    def __init__(self, size):
        self._numbers = itertools.cycle(range(size))
        self.recent = Recent()
        self.returned = 0

    def take(self):
        return Handle(self, next(self._numbers))

    def give_back(self, number):
        self.returned += 1
        self.recent.put(("returned", number))  # <-- here

    def note(self, reading):
        self.recent.put(reading)  # <-- here
