"""Adds readings up, two at a time: one answer for each pair."""

import itertools
import logging
import threading

log = logging.getLogger("collector")


class Collector:
    def __init__(self, batch):
        self.batch = batch
        self.total = 0.0
        self._lock = threading.Lock()

    def Add(self, readings, context):
        for batch in iter(lambda: list(itertools.islice(readings, self.batch)), []):  # <-- here
            with self._lock:
                self.total += sum(reading["value"] for reading in batch)
            yield {"total": self.total, "count": len(batch)}
        log.info("a meter has gone")
