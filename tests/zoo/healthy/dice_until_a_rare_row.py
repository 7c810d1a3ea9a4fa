# healthy: computes=yes
import random


class Dice:
    def __init__(self):
        self.rng = random.Random(3)
        self.row = 0

    def turn(self):
        self.row = self.row + 1 if self.rng.randrange(6) == 5 else 0
        return self.row


class Table:
    def __init__(self):
        self.dice = Dice()
        self.hits = []

    def play(self):
        while len(self.hits) < 3:
            if self.dice.turn() == 14:
                self.hits.append("fourteen")


print("READY", flush=True)
Table().play()
