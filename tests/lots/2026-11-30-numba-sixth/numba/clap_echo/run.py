"""A clap of hands in a room."""

import numpy as np
from room import BLOCK, play


class Stream:
    def __init__(self, seconds, rate=16_000):
        self.samples = np.zeros(int(seconds * rate) // BLOCK * BLOCK)
        self.samples[:40] = np.hanning(40)

    def blocks(self):
        yield from enumerate(self.samples.reshape(-1, BLOCK))


class Meter:
    """Peaks of the blocks, and when they have fallen by sixty decibels."""

    def __init__(self, rate=16_000):
        self.rate = rate
        self.peaks = []

    def add(self, block):
        self.peaks.append(float(np.abs(block).max()))

    def falls_silent(self):
        limit = max(self.peaks) / 1000
        for number, peak in enumerate(self.peaks):
            if peak < limit:
                return number * BLOCK / self.rate
        return None


def main():
    out = np.empty(BLOCK)
    meter = Meter()
    for number, block in Stream(0.2).blocks():
        play(block, number, out)
        meter.add(out)
    print("silent after", meter.falls_silent())


if __name__ == "__main__":
    main()
