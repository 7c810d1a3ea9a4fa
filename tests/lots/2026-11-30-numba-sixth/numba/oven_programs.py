"""Programs of an oven: how warm is the bread inside after each of them?

The oven is one compiled function with sensible defaults; programs name what they change.
"""

import numpy as np
from numba import njit


@njit
def bake(dough, minutes=40, heat=220.0, steam=0.0, fan=False, door=0, thickness=0.08):
    rate = 0.012 / thickness
    if fan:
        rate *= 1.3
    for minute in range(minutes):
        oven = heat - 30.0 * steam
        if door and minute % door == 0:
            oven *= 0.85
        for layer in range(len(dough)):
            share = 1.0 / (1.0 + layer)
            dough[layer] += rate * share * (oven - dough[layer]) * 0.1
    return dough[-1]


PROGRAMS = {
    "bread": {},
    "long bread": {"minutes": 70},
    "crust": {"heat": 240.0, "steam": 0.5},
    "pizza": {"minutes": 9, "heat": 300.0, "thickness": 0.02},
    "rolls": {"minutes": 18, "fan": True},
    "cake": {"heat": 175.0, "minutes": 55, "fan": True},
    "roast": {"heat": 160.0, "minutes": 150, "door": 15},
    "biscuits": {"minutes": 12, "thickness": 0.01},
    "meringue": {"minutes": 120, "heat": 90.0, "fan": True, "steam": 0.0},
    "pretzels": {"steam": 0.8, "minutes": 16},
    "quiche": {"thickness": 0.04, "door": 20},
    "gratin": {"heat": 200.0, "fan": True, "thickness": 0.05, "minutes": 35},
}


class Oven:
    def __init__(self, layers):
        self.layers = layers
        self.done = []

    def bill(self, cents):
        minutes = sum(PROGRAMS[name].get("minutes", 40) for name in self.done)
        return minutes / 60 * 2.1 * cents

    def program(self, name):
        self.done.append(name)
        dough = np.full(self.layers, 21.0)
        return bake(dough, **PROGRAMS[name])


def main():
    oven = Oven(12)
    for name in PROGRAMS:
        print(f"{name:12} {oven.program(name):.1f}")
    print("cents:", round(oven.bill(31)))


if __name__ == "__main__":
    main()
