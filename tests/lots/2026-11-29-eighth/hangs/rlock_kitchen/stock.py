"""The stock of a warehouse, of which one thread at a time may take (threading.RLock)."""

import functools
import threading


def locked(method):
    @functools.wraps(method)
    def wrapper(self, *args):
        with self.access:
            return method(self, *args)

    return wrapper


class Short(Exception):
    pass


class Stock:
    def __init__(self, **parts):
        self.access = threading.RLock()
        self.parts = parts
        self.reserved = {}

    @locked
    def count(self, part):
        return self.parts.get(part, 0) - self.reserved.get(part, 0)

    def reserve(self, part, count):
        """The stock is closed for others until it is taken, or given up."""
        self.access.acquire()
        if self.count(part) < count:
            raise Short(part)
        self.reserved[part] = self.reserved.get(part, 0) + count

    def take(self, part, count):
        self.parts[part] -= count
        self.reserved[part] -= count
        self.access.release()
