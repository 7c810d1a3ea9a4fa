"""Classes whose methods let one thread in at a time."""

import functools
import threading


class Monitor:
    def __init__(self):
        self.monitor = threading.RLock()


def synchronized(method):
    @functools.wraps(method)
    def inner(self, *args, **kwargs):
        with self.monitor:
            return method(self, *args, **kwargs)

    return inner


class Shelf(Monitor):
    """Boxes; who finds none waits for one."""

    def __init__(self):
        super().__init__()
        self.changed = threading.Condition(self.monitor)
        self.boxes = []

    @synchronized
    def put(self, box):
        self.boxes.append(box)
        self.changed.notify()

    @synchronized
    def take(self):
        while not self.boxes:
            self.changed.wait()
        return self.boxes.pop(0)


class Store(Monitor):
    def __init__(self, *shelves):
        super().__init__()
        self.shelves = {name: Shelf() for name in shelves}
        self.moves = 0

    @synchronized
    def deliver(self, shelf, box):
        self.moves += 1
        self.shelves[shelf].put(box)

    @synchronized
    def fetch(self, shelf):
        self.moves += 1
        return self.shelves[shelf].take()
