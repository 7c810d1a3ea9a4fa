"""The guard's rounds through the store, at night."""

import threading


class Guard(threading.Thread):
    def __init__(self, pause=0.25):
        super().__init__(name="guard", daemon=True)
        self.pause = pause
        self.home = threading.Event()
        self.rounds = 0

    def run(self):
        while not self.home.wait(self.pause):
            self.rounds += 1
