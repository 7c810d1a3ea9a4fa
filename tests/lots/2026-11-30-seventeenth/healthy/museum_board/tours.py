import random

ROOMS = ["armour", "clocks", "dolls", "maps", "minerals"]
GUIDES = ["Ms Arnt", "Mr Bello", "Ms Costa"]


class Tours:
    """Tours as they come: where, and by whom."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.number = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.number += 1
        room, guide = self.rng.choice(ROOMS), self.rng.choice(GUIDES)
        return f"tour {self.number}: {room}, {guide}"
