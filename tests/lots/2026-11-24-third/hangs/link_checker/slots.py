"""At most so many checks at a time for each site."""

import collections
import contextlib
import threading


class Slots:
    def __init__(self, each):
        self._guard = threading.Lock()
        self._slots = collections.defaultdict(lambda: threading.BoundedSemaphore(each))

    def _of(self, site):
        with self._guard:
            return self._slots[site]

    @contextlib.contextmanager
    def slot(self, site):
        slots = self._of(site)
        slots.acquire()
        yield site
        slots.release()
