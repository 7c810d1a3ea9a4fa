"""Rounds of a night porter, each a thread of its own that sleeps most of the time."""

import threading
import time


class Round(threading.Thread):
    """Calls a function every so many seconds until it is told to end."""

    def __init__(self, name, every, work):
        super().__init__(name=name)
        self.every = every
        self.work = work
        self.count = 0
        self._ended = threading.Event()

    def run(self):
        while not self._ended.wait(self.every):
            self.work(self)
            self.count += 1

    def end(self):
        self._ended.set()


class Keys:
    """Keys are lent for a time; who wants one waits for it, and gets it."""

    def __init__(self, names):
        self._free = set(names)
        self._changed = threading.Condition()

    def borrow(self, name):
        with self._changed:
            while name not in self._free:
                self._changed.wait()
            self._free.discard(name)

    def give_back(self, name):
        with self._changed:
            self._free.add(name)
            self._changed.notify_all()

    def with_key(self, name, seconds):
        self.borrow(name)
        try:
            time.sleep(seconds)
        finally:
            self.give_back(name)
