"""A kiln that is heated by a controller: how long until the glaze melts?"""

import numpy as np
from numba import float64, int64, njit
from numba.experimental import jitclass


@njit
def losses(inside, outside, wall):
    return (inside - outside) / wall + 2e-9 * (inside**4 - outside**4) / 100.0


@jitclass([("inside", float64), ("power", float64), ("steps", int64)])
class Kiln:
    AMBIENT = 293.0
    WALL = 0.35

    def __init__(self, power):
        self.inside = 293.0
        self.power = power
        self.steps = 0

    def step(self, seconds):
        heat = self.power - losses(self.inside, 293.0, 0.35)
        self.inside += heat * seconds / 9000.0
        self.steps += 1
        return self.inside


@njit
def until(kiln, target, seconds, limit):
    while kiln.inside < target and kiln.steps < limit:
        kiln.step(seconds)
    return kiln.steps * seconds


class Programme:
    def __init__(self, targets):
        self.targets = targets

    def run(self, power):
        kiln = Kiln(power)
        times = []
        for target in self.targets:
            times.append(until(kiln, target, 10.0, 20_000))
        return np.array(times) / 3600.0


class Price:
    """Power costs more by day."""

    def __init__(self, day, night):
        self.day, self.night = day, night

    def of(self, watts, hours):
        by_day = np.minimum(hours, 8.0)
        return watts / 1000.0 * (by_day * self.day + (hours - by_day) * self.night)


def main():
    price = Price(0.31, 0.22)
    print("an hour at full power:", price.of(9000.0, np.array([1.0])))
    programme = Programme([500.0, 900.0, 1200.0])
    for power in (6000.0, 9000.0):
        print(power, programme.run(power).round(2))


if __name__ == "__main__":
    main()
