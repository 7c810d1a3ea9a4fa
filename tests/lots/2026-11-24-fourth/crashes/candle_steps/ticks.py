"""Ticks of a simulated market, for the display of the desk."""

import collections
import random
import threading
import time


class Ticks(threading.Thread):
    def __init__(self):
        super().__init__(name="ticks", daemon=True)
        self.prices = collections.defaultdict(lambda: 100.0)

    def run(self):
        chance = random.Random(8)
        while True:
            self.prices[chance.choice("ABC")] *= 1 + chance.gauss(0, 0.001)
            time.sleep(0.005)
