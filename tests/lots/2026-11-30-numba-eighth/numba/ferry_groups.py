"""The first and the last car of each sailing, from a sorted list of arrivals."""

import numpy as np
from numba import njit


@njit
def waited(cars, sailing):
    return sailing - cars[0]


@njit
def longest_waits(arrivals, sailings):
    waits = np.zeros(len(sailings))
    begin = 0
    for at in range(len(sailings)):
        end = begin
        while end < len(arrivals) and arrivals[end] <= sailings[at]:
            end += 1
        waits[at] = waited(arrivals[begin:end], sailings[at])
        begin = end
    return waits


class Pier:
    def __init__(self, name, hours):
        self.name = name
        self.sailings = np.array(hours) * 60.0

    def day(self, arrivals):
        waits = longest_waits(np.sort(arrivals), self.sailings)
        return waits.max(), waits.mean()


def main():
    rng = np.random.default_rng(17)
    pier = Pier("north", (8, 10, 12, 14, 16, 18, 20))
    for day in range(3):
        arrivals = np.concatenate((rng.uniform(420, 700, 40), rng.uniform(720, 960, 30)))
        most, mean = pier.day(arrivals)
        print(pier.name, day, "longest", round(float(most), 1), "mean", round(float(mean), 1))


if __name__ == "__main__":
    main()
