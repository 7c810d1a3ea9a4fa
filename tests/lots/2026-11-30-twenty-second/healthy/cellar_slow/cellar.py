"""Wines are decanted when somebody asks for them first, and kept for a while."""

import threading
import time
from dataclasses import dataclass, field

from cacheout import LFUCache


@dataclass
class Decanter:
    label: str
    since: float = field(default_factory=time.monotonic)
    glasses: int = 6

    def pour(self):
        self.glasses -= 1
        return self.glasses


class Cellar:
    def __init__(self, seconds, places=3):
        self.seconds = seconds
        self.decanters = LFUCache(maxsize=places, ttl=40, on_delete=self._empty)
        self.emptied = []
        self._count = threading.local()

    def _decant(self, label):
        time.sleep(self.seconds)
        self._count.value = getattr(self._count, "value", 0) + 1
        return Decanter(label)

    def _empty(self, label, decanter, cause):
        self.emptied.append((label, decanter.glasses, cause.name))

    def glass(self, label):
        decanter = self.decanters.get(label, default=self._decant)
        left = decanter.pour()
        if left == 0:
            self.decanters.delete(label)
        return left

    def listing(self):
        return sorted(self.decanters.keys())
