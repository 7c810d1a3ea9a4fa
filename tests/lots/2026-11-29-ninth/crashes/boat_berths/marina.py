"""A summer at a marina."""

import ctypes
import itertools
import logging
import random
import sys

log = logging.getLogger("marina")
NAMES = ["Svala", "Havsörn", "Delfin", "Måsen", "Lom"]


class Marina:
    def __init__(self, path, berths):
        self.library = ctypes.CDLL(path)
        self.library.berth_take.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int]
        self.berths = berths
        self.chance = random.Random(1)
        self.numbers = itertools.count(1)

    def arrive(self, day):
        berth = self.chance.randrange(self.berths)
        name = f"{self.chance.choice(NAMES)} {next(self.numbers)}"
        self.library.berth_take(berth, name.encode(), day + self.chance.randrange(1, 9))

    def evening(self, day):
        left = self.library.berth_evening(day)
        log.info("day %d: %d have left, %d stay", day, left, self.library.berth_count())


def main():
    logging.basicConfig(level=logging.INFO)
    marina = Marina(sys.argv[1], 900)
    for day in range(120):
        for _ in range(150):
            marina.arrive(day)
        marina.evening(day)
    print("the summer is over", flush=True)


if __name__ == "__main__":
    main()
