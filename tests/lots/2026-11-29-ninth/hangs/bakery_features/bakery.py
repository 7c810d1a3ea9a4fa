"""A bakery: an oven, whose loaves a baker takes out in a thread, and puts on a shelf."""

import logging
import queue
import threading
import time

log = logging.getLogger("bakery")
CLOSED = object()


class Shelf:
    def __init__(self):
        self.loaves = []
        self.changed = threading.Condition()

    def put(self, loaf):
        with self.changed:
            self.loaves.append(loaf)
            self.changed.notify_all()

    def wait_for(self, count, seconds):
        with self.changed:
            return self.changed.wait_for(lambda: len(self.loaves) >= count, seconds)


class Oven:
    def __init__(self):
        self._ready = queue.Queue()

    def bake(self, count):
        for number in range(count):
            time.sleep(0.05)
            self._ready.put(f"loaf {number}")

    def take(self):
        return self._ready.get()

    def close(self):
        self._ready.put(CLOSED)


class Baker(threading.Thread):
    def __init__(self, oven, shelf):
        super().__init__(name="baker")
        self.oven = oven
        self.shelf = shelf

    def run(self):
        while (loaf := self.oven.take()) is not CLOSED:
            log.info("%s is done", loaf)
            self.shelf.put(loaf)
