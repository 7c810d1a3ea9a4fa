import collections
import threading
import weakref

from .exporter import Exporter


class Registry:
    """Counters of a process; what was counted last goes out as the process ends."""

    def __init__(self, collector, period=1.0):
        self._lock = threading.Lock()
        self._counters = collections.Counter()
        self._exporter = Exporter(self.take, collector, period)
        self._exporter.start()
        weakref.finalize(self, self._exporter.flush)

    def count(self, name, number=1):
        with self._lock:
            self._counters[name] += number

    def take(self):
        with self._lock:
            taken, self._counters = self._counters, collections.Counter()
            return taken
