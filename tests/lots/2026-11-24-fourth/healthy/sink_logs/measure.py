"""Measurements of a station, with a decorator that tells how long each took."""

import functools
import math
import time


def timed(method):
    @functools.wraps(method)
    def wrapper(self, *arguments):
        started = time.monotonic()
        try:
            return method(self, *arguments)
        finally:
            self.seconds += time.monotonic() - started

    return wrapper


class Gauge:
    def __init__(self, phase):
        self.phase = phase
        self.seconds = 0.0

    @timed
    def level(self, number):
        return 3 + math.sin(self.phase + number / 9) + sum(math.cos(n) for n in range(20_000)) / 1e4
