"""Counts a shelf by what the hand scanner sends."""

import random
import sys
from collections import Counter

from scans import Scan


class Scanner:
    def __init__(self, seed):
        self.chance = random.Random(seed)

    def read(self, label):
        return Scan(label, self.chance.randbytes(1024))


class Shelf:
    def __init__(self, name, labels):
        self.name = name
        self.labels = labels
        self.last = None
        self.counts = Counter()

    def take_stock(self, scanner):
        for label in self.labels:
            self.last = scanner.read(label)
            if self.last.dark() > 300:
                self.counts[label] += 1
        return sum(self.counts.values())


def main():
    scanner = Scanner(1)
    shelf = Shelf("B4", [f"article {number % 17}" for number in range(200)])
    print(shelf.name, shelf.take_stock(scanner), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
