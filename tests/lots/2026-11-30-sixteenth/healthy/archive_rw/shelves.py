"""Shelves of an archive, which many read and few put in order."""

import time

from readerwriterlock import rwlock


class Shelves:
    def __init__(self, names):
        self.content = {name: [] for name in names}
        self._lock = rwlock.RWLockFair()
        self.orders = 0

    def read(self, name, seconds):
        with self._lock.gen_rlock():
            number = len(self.content[name])
            time.sleep(seconds)
        return number

    def find(self, item):
        """On which shelf a file is, or None."""
        with self._lock.gen_rlock():
            for name, items in self.content.items():
                if item in items:
                    return name
        return None

    def put(self, name, item):
        with self._lock.gen_wlock():
            self.content[name].append(item)

    def put_in_order(self, seconds):
        with self._lock.gen_wlock():
            for items in self.content.values():
                items.sort()
                time.sleep(seconds / len(self.content))
            self.orders += 1
        return self.orders
