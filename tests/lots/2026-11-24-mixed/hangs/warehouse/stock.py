import collections
import functools
import queue
import threading


def synchronized(method):
    @functools.wraps(method)
    def wrapper(self, *args, **kwargs):
        with self.monitor:
            return method(self, *args, **kwargs)

    return wrapper


class Stock:
    def __init__(self):
        self.monitor = threading.RLock()
        self.articles = collections.Counter()
        self.changes = queue.Queue(maxsize=4)

    @synchronized
    def put(self, article, count):
        self.articles[article] += count
        self.changes.put((article, count))  # <-- here

    @synchronized
    def take(self, article, count):
        if self.articles[article] < count:
            return False
        self.articles[article] -= count
        self.changes.put((article, -count))
        return True

    @synchronized
    def count(self, article):
        return self.articles[article]
