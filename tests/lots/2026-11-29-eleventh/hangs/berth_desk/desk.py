"""The desk of a harbour: it hands out berths, and closes the quay for the dredger."""

import threading


class Desk:
    """Berths are lent to boats. The dredger needs the quay empty."""

    def __init__(self, berths):
        self.berths = berths
        self.free = list(range(berths))
        self.changed = threading.Condition()
        self.log = []

    def take(self, boat):
        with self.changed:
            while not self.free:
                self.changed.wait()
            berth = self.free.pop()
            self.log.append((boat, berth))
            return berth

    def leave(self, boat, berth):
        with self.changed:
            self.free.append(berth)
            self.log.append((boat, None))
            self.changed.notify()

    def wait_until_empty(self):
        with self.changed:
            while len(self.free) < self.berths:
                self.changed.wait()

    def lent(self):
        with self.changed:
            return self.berths - len(self.free)
