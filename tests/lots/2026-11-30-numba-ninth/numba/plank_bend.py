"""How far do planks bend below a load that is spread over them?"""

import math

import numpy as np
from numba import cfunc
from scipy import LowLevelCallable
from scipy.integrate import quad


class Plank:
    def __init__(self, length, stiffness):
        self.length = length
        self.stiffness = stiffness

    def load(self, weight, at):
        width = self.length / 6.0

        @cfunc("float64(float64)")
        def moment(x):
            return weight * math.exp(-(((x - at) / width) ** 2)) * x

        return LowLevelCallable(moment.ctypes)

    def bend(self, weight, at):
        moment, _ = quad(self.load(weight, at), 0.0, self.length)
        return moment * self.length**2 / self.stiffness


def main():
    plank = Plank(4.0, 9000.0)
    for weight in (300.0, 600.0, 900.0):
        worst = max(plank.bend(weight, float(at)) for at in np.linspace(0.5, 3.5, 9))
        print("weight", weight, "bends", round(worst, 4))


if __name__ == "__main__":
    main()
