"""Ends the program when its main loop has not been heard of for some time."""

import os
import threading
import time


class Watchdog(threading.Thread):
    def __init__(self, limit):
        super().__init__(name="watchdog", daemon=True)
        self.limit = limit
        self.heard = time.monotonic()

    def pat(self):
        self.heard = time.monotonic()

    def run(self):
        while True:
            time.sleep(0.2)
            if time.monotonic() - self.heard > self.limit:
                os.abort()
