"""A lock of a canal: the water rises slowly, and the gates are asked again and again."""

import threading
import time


class Basin:
    def __init__(self, rise):
        self.rise = rise
        self.level = 0.0
        self.valve = threading.Lock()

    def fill(self, target):
        with self.valve:
            while self.level < target:
                time.sleep(0.5)
                self.level = min(target, self.level + self.rise)

    def empty(self):
        with self.valve:
            while self.level > 0:
                time.sleep(0.5)
                self.level = max(0.0, self.level - self.rise)
