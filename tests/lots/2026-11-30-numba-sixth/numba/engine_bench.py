"""Engines on a test bench: which of two is built in depends on the order."""

import numpy as np
from numba import float64, njit
from numba.experimental import jitclass


@jitclass([("litres", float64), ("heat", float64)])
class Petrol:
    def __init__(self, litres):
        self.litres = litres
        self.heat = 20.0

    def power(self, turns):
        self.heat += 0.01 * (90.0 - self.heat)
        return self.litres * turns / 60.0 * 0.72


@jitclass([("volts", float64), ("charge", float64)])
class Electric:
    def __init__(self, volts):
        self.volts = volts
        self.charge = 1.0

    def power(self, turns):
        self.charge -= 1e-4
        return self.volts * self.charge * 0.18 * min(turns / 3000.0, 1.0)


@njit
def bench(kind, size, turns):
    if kind == 0:
        engine = Petrol(size)
    else:
        engine = Electric(size)
    work = 0.0
    for at in range(len(turns)):
        work += engine.power(turns[at])
    return work


class Order:
    KINDS = ("petrol", "electric")

    def __init__(self, kind, size):
        self.kind = self.KINDS.index(kind)
        self.size = size

    def run(self, seconds):
        turns = 1500.0 + 1000.0 * np.sin(np.arange(seconds) / 40.0)
        return bench(self.kind, self.size, turns)


def main():
    for order in (Order("petrol", 1.6), Order("electric", 400.0), Order("petrol", 2.4)):
        print(Order.KINDS[order.kind], round(order.run(600), 1))


if __name__ == "__main__":
    main()
