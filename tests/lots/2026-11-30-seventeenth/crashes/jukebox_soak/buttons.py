import random

PRESSES = {"skip": 97, "clear": 1, "louder": 2}


class Guest:
    """Presses buttons without listening."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def presses(self, number):
        names = list(PRESSES)
        weights = list(PRESSES.values())
        return self.rng.choices(names, weights, k=number)


class Child(Guest):
    def presses(self, number):
        return ["skip"] * number
