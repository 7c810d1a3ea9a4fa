import threading

from cachetools import LRUCache


class SpillingCache(LRUCache):
    """What falls out of the cache is given to somebody, who may still want it."""

    def __init__(self, maxsize, spill):
        super().__init__(maxsize)
        self.spill = spill
        self.spilled = 0

    def popitem(self):
        key, value = super().popitem()
        self.spilled += 1
        self.spill(key, value)
        return key, value


lock = threading.Lock()
