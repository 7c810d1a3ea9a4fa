"""An orchard, where apples take their time."""

import threading


class Tree:
    def __init__(self, seconds):
        self.ripe = threading.Event()
        self.timer = threading.Timer(seconds, self.ripe.set)
        self.timer.start()

    def pick(self):
        self.ripe.wait()
        return "apple"
