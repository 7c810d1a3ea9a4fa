"""Boxes are put on racks by a machine that stops at the left edge of a slot."""

import numpy as np
from slots import WIDTH, weigh


class Rack:
    def __init__(self, name, slots, stiffness):
        self.name = name
        self.slots = slots
        self.stiffness = stiffness
        self.positions = []
        self.weights = []

    def put(self, slot, weight):
        self.positions.append(slot * WIDTH)
        self.weights.append(weight)

    def check(self):
        found, bent = weigh(
            np.array(self.positions), np.array(self.weights), WIDTH, self.slots, self.stiffness
        )
        return np.bincount(found, minlength=self.slots), bent


def main():
    rng = np.random.default_rng(2)
    for name in ("north", "south"):
        rack = Rack(name, 120, 40.0)
        for slot in range(120):
            rack.put(slot, float(rng.uniform(2.0, 30.0)))
        boxes, bent = rack.check()
        print(name, "empty slots", int((boxes == 0).sum()), "two in one", int((boxes > 1).sum()), "sag", round(float(bent.max()), 3))


if __name__ == "__main__":
    main()
