"""The first car of each sailing, where there is one."""

import numpy as np
from numba import njit


@njit
def longest_waits(arrivals, sailings):
    waits = np.zeros(len(sailings))
    begin = 0
    for at in range(len(sailings)):
        end = begin
        while end < len(arrivals) and arrivals[end] <= sailings[at]:
            end += 1
        cars = arrivals[begin:end]
        if len(cars) > 0:
            waits[at] = sailings[at] - cars[0]
            assert cars[-1] <= sailings[at]
        begin = end
    return waits


def main():
    rng = np.random.default_rng(17)
    sailings = np.arange(8, 22, 2) * 60.0
    waits = longest_waits(np.sort(rng.uniform(420, 700, 40)), sailings)
    assert waits.max() <= 120.0
    print(waits.round(1))


if __name__ == "__main__":
    main()
