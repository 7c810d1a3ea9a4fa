"""A timer wheel in the manner of C libraries: what is to be called later goes in as an address."""

import ctypes
import heapq


class Reminder:
    def __init__(self, text):
        self.text = text

    def ring(self):
        print("reminder:", self.text)


class Timers:
    def __init__(self):
        self._queue = []
        self._alive = {}

    def add(self, due, reminder):
        self._alive[id(reminder)] = reminder
        heapq.heappush(self._queue, (due, id(reminder)))

    def run(self):
        while self._queue:
            _, address = heapq.heappop(self._queue)
            ctypes.cast(address, ctypes.py_object).value.ring()
            del self._alive[address]


timers = Timers()
for hour in (9, 12, 17):
    timers.add(hour, Reminder(f"it is {hour} o'clock"))
timers.run()
