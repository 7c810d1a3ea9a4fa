"""Nights on which the orchards are warned."""

import numpy as np
from frost import coldest
from numba import njit


@njit
def nights(hours, half_window, limit):
    window = half_window * 2.0
    cold = coldest(hours, window)
    warned = 0
    for at in range(1, len(cold)):
        if cold[at] < limit <= cold[at - 1]:
            warned += 1
    return warned


class Orchard:
    def __init__(self, name, height, limit):
        self.name = name
        self.height = height
        self.limit = limit

    def hours(self, weather):
        return weather - 0.0065 * self.height

    def warned(self, weather, half_window):
        return nights(self.hours(weather), half_window, self.limit)


def main():
    rng = np.random.default_rng(16)
    day = 4.0 * np.sin(np.arange(24 * 120) * 2 * np.pi / 24)
    hours = 3.0 + day + rng.normal(0, 1.5, len(day))
    print("by hand:", coldest(hours, 6)[:4].round(1))
    for orchard in (Orchard("valley", 0, -1.0), Orchard("slope", 180, -1.5)):
        for half_window in (1, 3, 6):
            print(orchard.name, half_window, orchard.warned(hours, half_window))


if __name__ == "__main__":
    main()
