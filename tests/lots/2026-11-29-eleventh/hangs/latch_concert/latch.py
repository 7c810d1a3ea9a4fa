"""A latch opens once it was counted down to nought."""

import threading


class Latch:
    def __init__(self, count):
        self.left = count
        self.changed = threading.Condition()

    def count_down(self):
        with self.changed:
            self.left -= 1
            if self.left <= 0:
                self.changed.notify_all()

    def wait(self):
        with self.changed:
            while self.left > 0:
                self.changed.wait()

    def __repr__(self):
        return f"<Latch {self.left} left>"
