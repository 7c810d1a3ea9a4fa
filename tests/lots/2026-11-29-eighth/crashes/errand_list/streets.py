"""Streets and numbers, where errands go to."""

import itertools
import random

STREETS = ["harbour", "market", "mill lane", "old wall"]


class Addresses:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.numbers = itertools.count(1)

    def next(self):
        return f"bring number {next(self.numbers)} to {self.random.choice(STREETS)}"

    def __iter__(self):
        while True:
            yield self.next()
