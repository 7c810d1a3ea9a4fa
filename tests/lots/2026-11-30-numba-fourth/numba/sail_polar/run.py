"""How fast does a boat get to windward?"""

import numpy as np
from angles import between
from numba import njit


@njit
def speed(off_wind, wind):
    angle = abs(off_wind)
    if angle < 38.0:
        return 0.0
    return wind * 0.7 * np.sin(np.radians(angle * 0.75))


@njit
def made_good(headings, wind_from, wind):
    best, best_at = 0.0, -1
    off = between(headings, wind_from)
    for at in range(headings.size):
        gain = speed(off[at], wind) * np.cos(np.radians(off[at]))
        if gain > best:
            best, best_at = gain, at
    return best, best_at


class Boat:
    def __init__(self, name, steps):
        self.name = name
        self.headings = np.linspace(0.0, 359.0, steps)

    def best(self, wind_from, wind):
        gain, at = made_good(self.headings, wind_from, wind)
        return self.headings[at], gain


def main():
    print("plain:", between(350.0, 10.0), between(np.array([5.0, 200.0]), 10.0))
    boat = Boat("Petrel", 360)
    for wind_from in (0.0, 135.0, 270.0):
        print(boat.name, wind_from, boat.best(wind_from, 12.0))


if __name__ == "__main__":
    main()
