"""The heating of a house, by rules for the times of a day."""

import threading
import time
import telemetry


class Boiler:
    def __init__(self):
        self.guard = threading.RLock()
        self.degrees = 40.0

    @telemetry.counted
    def heat(self, seconds):
        with self.guard:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                time.sleep(0.5)
                self.degrees += 0.5

    @telemetry.counted
    def cool(self):
        with self.guard:
            self.degrees -= 3
            return self.degrees
