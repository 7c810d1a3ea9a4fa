"""Maps of a region, each of which is drawn once, by whoever asks first."""

import functools
import math
import threading
import time

import cachetools


def counted(method):
    """Counts how often a map is really drawn."""

    @functools.wraps(method)
    def wrapper(self, region):
        self.drawn += 1
        return method(self, region)

    return wrapper


class Maps:
    def __init__(self, seconds=12):
        self.cache = cachetools.TTLCache(maxsize=20, ttl=5)
        self.condition = threading.Condition()
        self.seconds = seconds
        self.drawn = 0

    def __len__(self):
        with self.condition:
            return len(self.cache)

    def _heights(self, region, row):
        return [math.sin(row * column + len(region)) for column in range(200)]

    @cachetools.cachedmethod(
        lambda self: self.cache,
        key=lambda self, region: region,
        condition=lambda self: self.condition,
    )
    @counted
    def draw(self, region):
        end = time.monotonic() + self.seconds
        row, tallest = 0, 0.0
        while time.monotonic() < end:
            tallest = max(tallest, *self._heights(region, row))
            row += 1
            time.sleep(0.02)
        return f"map of {region}, {tallest:.2f}"
