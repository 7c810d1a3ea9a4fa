"""A tour through 160 villages by simulated annealing, in pure Python."""

import math
import random

from simanneal import Annealer


class Tour(Annealer):
    steps = 40_000_000
    updates = 0
    Tmax = 25000.0
    Tmin = 2.5

    def __init__(self, villages):
        self.villages = villages
        names = list(villages)
        random.Random(3).shuffle(names)
        self.copy_strategy = "slice"
        super().__init__(names)

    def move(self):
        one, two = sorted(random.sample(range(len(self.state)), 2))
        before = self.energy()
        self.state[one : two + 1] = self.state[one : two + 1][::-1]
        return self.energy() - before

    def energy(self):
        state = self.state
        return sum(
            math.dist(self.villages[state[i - 1]], self.villages[state[i]]) for i in range(len(state))
        )


def main():
    chance = random.Random(1)
    villages = {f"village {i}": (chance.uniform(0, 900), chance.uniform(0, 900)) for i in range(160)}
    tour = Tour(villages)
    _, length = tour.anneal()
    print(round(length), "km")


if __name__ == "__main__":
    main()
