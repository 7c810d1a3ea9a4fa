"""Open bottles are kept in a cache; those that go out of it are poured off by a helper."""

import threading
import time

from cacheout import LRUCache


class Bottle:
    def __init__(self, label):
        self.label = label
        self.opened = time.monotonic()
        self.left = 700

    def pour(self, amount):
        self.left = max(0, self.left - amount)
        return amount


class Cellar:
    def __init__(self, places):
        self.bottles = LRUCache(maxsize=places, on_delete=self._put_away)
        self.vinegar = []

    def bottle(self, label):
        return self.bottles.get(label, default=self._open)

    def _open(self, label):
        return Bottle(label)

    def _put_away(self, label, bottle, cause):
        if bottle.left > 400:
            helper = threading.Thread(target=self._decant, args=(bottle,), name=f"helper-{label}")
            helper.start()
            helper.join()

    def _decant(self, bottle):
        time.sleep(0.05)
        self.vinegar.append((bottle.label, bottle.left, len(self.bottles)))

    def stock(self):
        return {label: bottle.left for label, bottle in self.bottles.items()}
