import os
import threading
from collections import Counter


class Counters:
    """Counts for all of the process; a fork must not see them half changed."""

    def __init__(self):
        self._lock = threading.Lock()
        self._counts = Counter()
        os.register_at_fork(before=self._lock.acquire, after_in_parent=self._lock.release)

    def add(self, name, number=1):
        with self._lock:
            self._counts[name] += number

    def snapshot(self):
        with self._lock:
            return dict(self._counts)


counters = Counters()
