"""Street lamps: how bright is it where, for several kinds of lamp."""

import time

import numpy as np
from numba import float64, njit
from numba.experimental import jitclass


def lamp_class():
    @jitclass([("height", float64), ("power", float64)])
    class Lamp:
        def __init__(self, height, power):
            self.height = height
            self.power = power

        def at(self, distance):
            far = distance * distance + self.height * self.height
            return self.power * self.height / far**1.5

    return Lamp


@njit
def along(lamp, spacing, places):
    out = np.zeros(places.size)
    for number in range(20):
        for at in range(places.size):
            out[at] += lamp.at(places[at] - number * spacing)
    return out


class Street:
    def __init__(self, spacing, metres):
        self.spacing = spacing
        self.places = np.linspace(0.0, metres, 400)

    def with_lamps(self, height, power):
        lamp = lamp_class()(height, power)
        return along(lamp, self.spacing, self.places)


@njit
def evenness(light):
    return light.min() / light.mean()


class Rule:
    def __init__(self, least):
        self.least = least

    def met(self, light):
        return evenness(light) >= self.least


def main():
    start = time.perf_counter()
    street = Street(25.0, 475.0)
    for height in (4.0, 6.0, 8.0, 10.0, 12.0):
        light = street.with_lamps(height, 900.0)
        print("even enough:", bool(Rule(0.4).met(light)))
        print(f"{height:5.1f} m: darkest {light.min():.3f}, brightest {light.max():.3f}")
    print("took long" if time.perf_counter() - start > 1 else "was quick")


if __name__ == "__main__":
    main()
