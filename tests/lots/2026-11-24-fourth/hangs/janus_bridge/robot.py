"""Drives the arm of a robot: its driver is an ordinary thread, the rest is asyncio."""

import threading
import time


class Driver(threading.Thread):
    """Takes moves out of a queue and makes them, one after the other."""

    def __init__(self, moves, done):
        super().__init__(name="driver", daemon=True)
        self.moves = moves
        self.done = done
        self.position = (0, 0)

    def run(self):
        while True:
            x, y = self.moves.get()
            time.sleep(0.02)
            self.position = (x, y)
            self.done.put((time.monotonic(), x, y))
