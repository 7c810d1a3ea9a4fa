"""Labels for parcels, printed by a thread of their own in the order in which they come."""

import itertools
import queue
import threading
import time


class Printer(threading.Thread):
    def __init__(self):
        super().__init__(name="printer", daemon=True)
        self.labels = queue.SimpleQueue()
        self.numbers = itertools.count(1)
        self.printed = []

    def label(self, order):
        text = " ".join(f"{count} {part}" for part, count in order.items())
        self.labels.put(f"{next(self.numbers):04} {text}")

    def run(self):
        while True:
            self.printed.append(self.labels.get())
            time.sleep(0.02)
