"""Merges streams of events, adding one after the other to what there is."""

import itertools
import threading
import time


class Merged:
    def __init__(self):
        self._events = iter(())
        self.streams = 0

    def add(self, stream):
        self._events = itertools.chain(self._events, stream)
        self.streams += 1

    def __iter__(self):
        return self._events


def day(number):
    return itertools.repeat(number, 3)


def tick():
    while True:
        time.sleep(0.2)


threading.Thread(target=tick, daemon=True).start()
for years in (1, 10, 1500):
    merged = Merged()
    for number in range(365 * years):
        merged.add(day(number))
    print(years, "years", sum(1 for _ in merged), "events", flush=True)  # <-- here
