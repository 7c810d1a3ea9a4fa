"""Places in a kiln: at most so many pots are fired at once."""

import threading
from contextlib import contextmanager


class Places:
    def __init__(self, number):
        self.number = number
        self.taken = 0
        self.changed = threading.Condition()

    @contextmanager
    def place(self):
        self._take()
        yield self.number - self.taken
        self._give_back()

    def _take(self):
        with self.changed:
            self.changed.wait_for(lambda: self.taken < self.number)
            self.taken += 1

    def _give_back(self):
        with self.changed:
            self.taken -= 1
            self.changed.notify_all()
