"""Maps, each of which is wanted by one reader or another."""

import itertools
import random


class Catalogue:
    AREAS = ["coast", "moor", "border", "islands"]

    def __init__(self, seed=6):
        self.rng = random.Random(seed)
        self.numbers = itertools.count(100)
        self.lent = {}

    def lend(self, reader):
        title = f"{self.rng.choice(self.AREAS)} {next(self.numbers)}"
        self.lent.setdefault(reader, []).append(title)
        return title
