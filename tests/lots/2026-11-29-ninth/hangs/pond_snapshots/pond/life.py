"""What goes on in the pond."""

import random
import threading


class Pond(threading.Thread):
    """Ducks swim all the time."""

    def __init__(self, ducks, seed=2):
        super().__init__(name="pond", daemon=True)
        self.chance = random.Random(seed)
        self.ducks = {f"duck {number}": [0.0, 0.0] for number in range(ducks)}
        self.steps = 0

    def step(self):
        for place in self.ducks.values():
            place[0] += self.chance.uniform(-1, 1)
            place[1] += self.chance.uniform(-1, 1)
        self.steps += 1

    def run(self):
        while True:
            self.step()
