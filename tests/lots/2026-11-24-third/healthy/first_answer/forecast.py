"""A forecast takes a while, and is worked out once for all who ask (cachetools)."""

import threading
import time

import cachetools


class Forecast:
    def __init__(self):
        self.computed = 0

    @cachetools.cachedmethod(
        lambda self: self.cache, condition=lambda self: self.condition
    )
    def of(self, town):
        time.sleep(8)
        self.computed += 1
        return len(town) * self.computed

    cache = cachetools.TTLCache(10, 5)
    condition = threading.Condition()
