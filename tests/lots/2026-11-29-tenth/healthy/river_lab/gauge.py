"""A gauge that reads a river from a thread, under the lock that the model is moved under."""

import threading
import time


class Gauge(threading.Thread):
    def __init__(self, river, guard, every):
        super().__init__(name="gauge", daemon=True)
        self.river = river
        self.guard = guard
        self.every = every
        self.readings = []
        self.ended = threading.Event()

    def run(self):
        while not self.ended.wait(self.every):
            with self.guard:
                self.readings.append(self.river.out)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self.ended.set()
        self.join()


def moved(river, guard, seconds):
    """Move the model for some seconds, most of the time under the lock."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with guard:
            for _ in range(400):
                river.step()
        time.sleep(0.001)
