"""Timers in a heap, served by one thread that sleeps until the next one is due."""

import heapq
import itertools
import threading
import time
from dataclasses import dataclass, field
from typing import Callable


@dataclass(order=True)
class Entry:
    due: float
    number: int
    action: Callable = field(compare=False)
    every: float | None = field(default=None, compare=False)
    cancelled: bool = field(default=False, compare=False)


class Timers(threading.Thread):
    def __init__(self):
        super().__init__(name="timers", daemon=True)
        self._heap = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()

    def after(self, seconds, action, every=None):
        entry = Entry(time.monotonic() + seconds, next(self._numbers), action, every)
        with self._changed:
            heapq.heappush(self._heap, entry)
            self._changed.notify()
        return entry

    def cancel(self, entry):
        with self._changed:
            entry.cancelled = True
            self._changed.notify()

    def _next(self):
        with self._changed:
            while True:
                while self._heap and self._heap[0].cancelled:
                    heapq.heappop(self._heap)
                if not self._heap:
                    self._changed.wait()
                    continue
                left = self._heap[0].due - time.monotonic()
                if left <= 0:
                    return heapq.heappop(self._heap)
                self._changed.wait(left)

    def run(self):
        while True:
            entry = self._next()
            entry.action()
            if entry.every and not entry.cancelled:
                self.after(entry.every, entry.action, entry.every)
