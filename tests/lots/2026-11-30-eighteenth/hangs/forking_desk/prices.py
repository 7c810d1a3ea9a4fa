"""Prices that a thread keeps fresh."""

import random
import threading
import time


class Prices(threading.Thread):
    def __init__(self):
        super().__init__(name="prices", daemon=True)
        self._prices = {"tea": 4.2, "salt": 0.9, "silk": 31.0}
        self._guard = threading.Lock()
        self._fresh = threading.Event()

    def run(self):
        while True:
            with self._guard:
                self._fetch()
            time.sleep(0.001)

    def _fetch(self):
        self._fresh.set()
        for kind in self._prices:
            time.sleep(0.2)
            self._prices[kind] *= random.uniform(0.99, 1.01)

    def ready(self):
        self._fresh.wait()

    def of(self, kind):
        with self._guard:
            return round(self._prices[kind], 2)
