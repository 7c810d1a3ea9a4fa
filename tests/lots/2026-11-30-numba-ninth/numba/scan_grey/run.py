"""Pages from two scanners; the newer one scans in colour."""

import numpy as np
from images import Page


class Scanner:
    def __init__(self, name, channels, seed):
        self.name = name
        self.channels = channels
        self.rng = np.random.default_rng(seed)

    def scan(self, number):
        shape = (60, 40) if self.channels == 1 else (60, 40, self.channels)
        pixels = np.full(shape, 200, dtype=np.uint8)
        marks = self.rng.random(shape) < 0.02
        pixels[marks] = 30
        return Page(f"{self.name}-{number}", pixels)


def main():
    for scanner in (Scanner("old", 1, 1), Scanner("new", 3, 2)):
        for number in range(2):
            page = scanner.scan(number).clean()
            print(page.name, round(page.white(), 3))


if __name__ == "__main__":
    main()
