"""Counts what the collector of garbage does (gc.callbacks), beside other counts."""

import collections
import gc
import threading


class Metrics:
    def __init__(self):
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.series = {}

    def start(self):
        gc.callbacks.append(self.collected)
        return self

    def stop(self):
        gc.callbacks.remove(self.collected)

    def collected(self, phase, info):
        if phase == "stop":
            self.count("collections")

    def count(self, name, by=1):
        with self.lock:
            self.counts[name] += by

    def snapshot(self, size):
        """All that was counted, as rows."""
        with self.lock:
            rows = [{"name": name, "values": [count] * size} for name, count in self.counts.items()]
            rows += [{"number": number, "values": []} for number in range(size)]
        return rows
