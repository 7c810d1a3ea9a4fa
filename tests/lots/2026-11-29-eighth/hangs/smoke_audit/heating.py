"""A thermostat, which learns in a thread how warm it is to be at which hour."""

import statistics
import threading
import time


class Thermostat(threading.Thread):
    def __init__(self):
        super().__init__(name="thermostat", daemon=True)
        self.wanted = {hour: [19] for hour in range(24)}
        self.lock = threading.Lock()
        self.learned = 0

    def wish(self, hour, degrees):
        with self.lock:
            self.wanted[hour].append(degrees)

    def at(self, hour):
        with self.lock:
            return statistics.fmean(self.wanted[hour])

    def run(self):
        while True:
            time.sleep(0.5)
            self.learned = sum(self.at(hour) for hour in range(24)) / 24
