"""The air in the chamber: its pressure goes up or down, depending on the doors."""

import math
import threading
import time


class Air(threading.Thread):
    def __init__(self, doors):
        super().__init__(name="air", daemon=True)
        self.doors = doors
        self.pressure = 1013.0
        self.steps = 0

    def target(self):
        outer, inner = (door.motor.position for door in self.doors)
        return 1013 - 40 * math.tanh(2 * inner) + 5 * outer

    def run(self):
        while True:
            self.pressure += 0.1 * (self.target() - self.pressure)
            self.steps += 1
            time.sleep(0.1)
