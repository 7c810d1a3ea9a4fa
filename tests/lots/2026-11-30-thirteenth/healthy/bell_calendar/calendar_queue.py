"""Entries of a calendar by cron expressions, in the order in which they are due."""

import heapq
import itertools
import threading
import time

from croniter import croniter


class CalendarQueue:
    def __init__(self):
        self._changed = threading.Condition()
        self._heap = []
        self._numbers = itertools.count()

    def add(self, expression, action):
        times = croniter(expression, time.time())
        with self._changed:
            heapq.heappush(self._heap, (times.get_next(float), next(self._numbers), times, action))
            self._changed.notify()

    def get(self):
        with self._changed:
            while True:
                if not self._heap:
                    self._changed.wait()
                    continue
                left = self._heap[0][0] - time.time()
                if left <= 0:
                    due, number, times, action = heapq.heappop(self._heap)
                    heapq.heappush(self._heap, (times.get_next(float), number, times, action))
                    return action
                self._changed.wait(left)
