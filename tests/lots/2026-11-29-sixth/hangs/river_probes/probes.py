"""Probes in a river, each read by a thread until it is told to stop."""

import contextlib
import random
import threading
import time


class Probe:
    def __init__(self, name, stop):
        self.name = name
        self.stop = stop
        self.values = []

    def read(self):
        chance = random.Random(self.name)
        while not self.stop.wait(0.2):
            self.values.append(chance.gauss(12, 1))
        return len(self.values)


@contextlib.contextmanager
def until_end():
    """An event that is set at the end of the block."""
    stop = threading.Event()
    try:
        yield stop
    finally:
        stop.set()


@contextlib.contextmanager
def timed(what):
    start = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - start:.1f} s", flush=True)
