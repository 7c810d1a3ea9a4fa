"""How bright is a street at night, from the lanterns along it?"""

import math

import numpy as np
from numba import float64, njit, vectorize


@vectorize([float64(float64, float64)], target="parallel")
def glow(distance, power):
    if distance > 60.0:
        return 0.0
    return power / (1.0 + distance * distance) * math.exp(-distance / 40.0)


@njit
def street(places, lanterns, powers):
    light = np.zeros(len(places))
    for lantern in range(len(lanterns)):
        away = np.abs(places - lanterns[lantern])
        light += glow(away, powers[lantern])
    return light


class Street:
    def __init__(self, length, every):
        self.places = np.linspace(0.0, length, int(length) + 1)
        self.lanterns = np.arange(every / 2, length, every)
        self.powers = np.full(len(self.lanterns), 120.0)

    def broken(self, *numbers):
        self.powers[list(numbers)] = 0.0
        return self

    def at_door(self, place):
        return glow(np.abs(self.lanterns - place), self.powers).sum()

    def lit(self, limit):
        """Lengths of the stretches that are lit well enough."""
        light = np.zeros(len(self.places))
        for lantern, power in zip(self.lanterns, self.powers):
            light += glow(np.abs(self.places - lantern), power)
        edges = np.flatnonzero(np.diff((light > limit).astype(np.int8)))
        return np.diff(edges)[::2]

    def darkest(self):
        light = street(self.places, self.lanterns, self.powers)
        at = int(light.argmin())
        return self.places[at], light[at]


def main():
    for every in (20, 30, 45):
        road = Street(400.0, every)
        print(every, "door:", round(float(road.at_door(57.0)), 3))
        print(every, "lit:", road.lit(0.5).tolist()[:5])
        print(every, "darkest:", road.darkest(), road.broken(3, 4).darkest())


if __name__ == "__main__":
    main()
