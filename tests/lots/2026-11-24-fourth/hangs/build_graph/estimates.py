"""Rough estimates from simulated builds, as long as the plan is not there."""

import random
import threading
import time


class Estimates(threading.Thread):
    def __init__(self, book):
        super().__init__(name="estimates", daemon=True)
        self.book = book
        self.chance = random.Random(1)
        self.rounds = 0
        self.mean = 0.0

    def simulate(self):
        return sum(recipe.seconds * self.chance.uniform(0.5, 2) for recipe in self.book.values())

    def run(self):
        while True:
            self.rounds += 1
            self.mean += (self.simulate() - self.mean) / self.rounds
            time.sleep(0.05)
