"""Buoys on a lake, whose messages come by a queue, as their driver knows threads only."""

import queue
import threading
import time


class Driver(threading.Thread):
    def __init__(self, count):
        super().__init__(name="driver", daemon=True)
        self.messages = queue.Queue()
        self.count = count

    def run(self):
        for number in range(self.count):
            time.sleep(0.05)
            self.messages.put((f"buoy {number % 3}", 11 + number % 4))

    def next_message(self):
        return self.messages.get()
