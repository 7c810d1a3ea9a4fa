"""How far do planks bend below a load that is spread over them?"""

import math

from planks import Load
from scipy.integrate import quad


class Plank:
    def __init__(self, length, stiffness):
        self.length = length
        self.stiffness = stiffness

    def moment(self, weight, at):
        load = Load(weight, at, self.length / 6.0)
        return quad(load.callable, 0.0, self.length)[0]

    def expected(self, weight, at):
        width = self.length / 6.0
        return quad(lambda x: weight * math.exp(-(((x - at) / width) ** 2)) * x, 0.0, self.length)[0]


def main():
    plank = Plank(4.0, 9000.0)
    for weight in range(100, 1000, 100):
        for at in (0.5, 2.0, 3.5):
            assert abs(plank.moment(weight, at) - plank.expected(weight, at)) < 1e-6
    print(round(plank.moment(500.0, 2.0), 4))


if __name__ == "__main__":
    main()
