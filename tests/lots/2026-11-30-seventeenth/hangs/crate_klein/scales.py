"""The scales and the printer of the yard, both with slow drivers."""

import itertools
import threading
import time


class Scales:
    def __init__(self):
        self.lock = threading.Lock()
        self.weighed = 0

    def weigh(self, crate):
        time.sleep(0.4)
        with self.lock:
            self.weighed += 1
        return 11.5 + sum(map(ord, crate)) % 30


class Printer:
    numbers = itertools.count(1)

    def label(self, crate, weight):
        time.sleep(0.1)
        return f"{next(self.numbers):05d} {crate} {weight:.1f} kg"
