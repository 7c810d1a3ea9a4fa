import threading
import time

from blocks import Blocks, loudness


class Meter:
    def __init__(self):
        self.blocks = Blocks()
        self.levels = []

    def measure(self, frequency):
        self.blocks.fill(frequency)
        level = loudness(self.blocks.address, 60 * self.blocks.nbytes)  # <-- here
        self.levels.append(level)
        return level


def light():
    while True:
        time.sleep(0.1)


if __name__ == "__main__":
    threading.Thread(target=light, name="light", daemon=True).start()
    meter = Meter()
    for frequency in (220, 440, 880):
        print(frequency, meter.measure(frequency), flush=True)
