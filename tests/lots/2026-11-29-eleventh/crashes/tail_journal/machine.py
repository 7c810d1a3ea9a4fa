"""The machine that writes the journal, in a thread."""

import math
import threading
import time


class Machine(threading.Thread):
    def __init__(self, writer, seconds):
        super().__init__(name="machine", daemon=True)
        self.writer = writer
        self.until = time.monotonic() + seconds
        self.paused = threading.Event()

    def heat(self):
        return 60 + 20 * math.sin(self.writer.number / 50)

    def run(self):
        while time.monotonic() < self.until:
            for _ in range(50):
                self.writer.write(self.heat())
            time.sleep(0.001)
