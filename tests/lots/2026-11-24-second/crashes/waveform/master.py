"""Looks for the gain with which nothing is clipped."""

import argparse
import array
import math
import threading
import time

from mixer import Mixer

RATE = 48_000


def tone(pitch, seconds):
    step = 2 * math.pi * pitch / RATE
    one_second = array.array("d", (math.sin(step * i) for i in range(RATE)))
    return one_second * seconds


class Meter(threading.Thread):
    def __init__(self):
        super().__init__(name="meter", daemon=True)
        self.ticks = 0

    def run(self):
        while True:
            time.sleep(0.1)
            self.ticks += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    Meter().start()
    mixer = Mixer(options.library)
    for name, pitch in (("bass", 55), ("voice", 440), ("bell", 1760)):
        mixer.add(name, tone(pitch, options.seconds), gain=0.5)
    peak = mixer.peak()  # <-- here
    print(f"{len(mixer.names)} tracks, gain {1 / peak:.2f}")


if __name__ == "__main__":
    main()
