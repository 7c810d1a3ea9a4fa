"""Necklaces are weighed, piece by piece."""

import contextlib
import random
import sys

sys.path.insert(0, ".")
import pearls


@contextlib.contextmanager
def tray(name):
    print("tray", name, flush=True)
    yield []
    print("tray", name, "is empty", flush=True)


class Jeweller:
    def __init__(self, seed):
        self.draw = random.Random(seed)

    def necklace(self, count):
        string = pearls.String()
        for _ in range(count):
            string.add(pearls.Pearl(self.draw.uniform(4, 9)))
        return string

    def weigh(self, string, pieces):
        return [round(string.weight_until(piece), 1) for piece in pieces]


def main():
    jeweller = Jeweller(8)
    for count in (40, 24):
        with tray(f"of {count}"):
            print(jeweller.weigh(jeweller.necklace(count), [10, 20, 30]), flush=True)


if __name__ == "__main__":
    main()
