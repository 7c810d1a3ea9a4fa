"""Counters and times of a service, and what they come to."""

import collections
import contextlib
import statistics
import threading
import time


class Metrics:
    def __init__(self):
        self._mutex = threading.Lock()
        self._times = collections.defaultdict(list)

    @contextlib.contextmanager
    def timed(self, name):
        started = time.perf_counter()
        try:
            yield
        finally:
            self.observe(name, time.perf_counter() - started)

    def observe(self, name, seconds):
        with self._mutex:  # <-- here
            times = self._times[name]
            times.append(seconds)
            if len(times) > 5000:
                self._times[name] = sorted(times)[::2]

    def summary(self):
        """Quantiles of all that was timed."""
        with self._mutex:
            return {
                name: statistics.quantiles(sorted(times), n=100)
                for name, times in self._times.items()
                if len(times) > 1
            }
