"""First come, first served."""

import threading


class FairLock:
    """A lock that is given in the order in which it was asked for."""

    def __init__(self, name):
        self.name = name
        self._changed = threading.Condition()
        self._next_number = 0
        self._called = 0

    def acquire(self, timeout=None):
        with self._changed:
            mine = self._next_number
            self._next_number += 1
            return self._changed.wait_for(lambda: self._called == mine, timeout)

    def release(self):
        with self._changed:
            self._called += 1
            self._changed.notify_all()

    def __enter__(self):
        self.acquire()
        return self

    def __exit__(self, *error):
        self.release()
