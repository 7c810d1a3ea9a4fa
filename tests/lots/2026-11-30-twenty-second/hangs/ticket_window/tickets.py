"""A lock that is fair: who comes first is served first."""

import threading
from contextlib import contextmanager


class TicketLock:
    def __init__(self):
        self._changed = threading.Condition()
        self._next = 0
        self._serving = 0

    def acquire(self, timeout=None):
        with self._changed:
            ticket = self._next
            self._next += 1
            return self._changed.wait_for(lambda: self._serving == ticket, timeout)

    def release(self):
        with self._changed:
            self._serving += 1
            self._changed.notify_all()

    @property
    def queue(self):
        with self._changed:
            return self._next - self._serving

    @contextmanager
    def turn(self, timeout=None):
        if not self.acquire(timeout):
            yield False
            return
        try:
            yield True
        finally:
            self.release()
