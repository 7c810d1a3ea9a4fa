"""A display over the belt: the last weight, and a moving mean, refreshed in a thread."""

import collections
import threading
import time


class Display(threading.Thread):
    def __init__(self, size=5):
        super().__init__(name="display", daemon=True)
        self.last = collections.deque(maxlen=size)
        self.shown = ""

    def see(self, weight):
        self.last.append(weight)
        return weight

    @property
    def mean(self):
        values = list(self.last)
        return sum(values) / len(values) if values else 0.0

    def run(self):
        while True:
            self.shown = f"{self.mean:.2f} kg"
            time.sleep(0.3)
