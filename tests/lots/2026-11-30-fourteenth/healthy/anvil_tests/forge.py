"""A forge with one anvil: whoever has a hot piece waits for it."""

import threading
import time


class Anvil:
    def __init__(self):
        self.free = threading.Lock()
        self.blows = 0

    def strike(self, blows, pause):
        with self.free:
            for _ in range(blows):
                time.sleep(pause)
                self.blows += 1


class Smith(threading.Thread):
    def __init__(self, anvil, name, blows, pause=0.8):
        super().__init__(name=name)
        self.anvil = anvil
        self.blows = blows
        self.pause = pause
        self.done = False

    def run(self):
        self.anvil.strike(self.blows, self.pause)
        self.done = True
