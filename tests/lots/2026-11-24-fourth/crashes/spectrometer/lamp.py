"""The lamp, whose current is held by a controller in software."""

import threading
import time


class Lamp(threading.Thread):
    def __init__(self, target=0.8):
        super().__init__(name="lamp", daemon=True)
        self.target = target
        self.current = 0.0
        self.integral = 0.0

    def run(self):
        while True:
            error = self.target - self.current
            self.integral += 0.01 * error
            self.current += 0.3 * error + self.integral
            time.sleep(0.01)
