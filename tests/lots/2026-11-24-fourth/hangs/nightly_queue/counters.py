"""Counts what the jobs do, and writes the counts to a file now and then."""

import collections
import json
import threading
import time


class Counters:
    def __init__(self, path):
        self.path = path
        self._guard = threading.Lock()
        self._counts = collections.Counter()

    def count(self, name, by=1):
        with self._guard:
            self._counts[name] += by

    def start(self, every=0.05):
        thread = threading.Thread(target=self._flush, args=(every,), name="flush", daemon=True)
        thread.start()

    def _flush(self, every):
        while True:
            time.sleep(every)
            with self._guard, open(self.path, "w", encoding="utf-8") as file:
                json.dump(self._counts, file)
                time.sleep(0.8)  # the share is on another continent


counters = None


def setup(path):
    global counters
    counters = Counters(path)
    counters.start()
