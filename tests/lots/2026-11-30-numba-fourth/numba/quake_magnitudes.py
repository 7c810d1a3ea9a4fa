"""Magnitudes of earthquakes from the amplitudes of several stations."""

import numpy as np
from numba import float64, int64, njit

CORRECTIONS = {"hill": 0.12, "shore": -0.08, "mine": 0.31}


@njit(float64(float64, float64))
def magnitude(amplitude, distance):
    return np.log10(amplitude) + 1.11 * np.log10(distance) + 0.00189 * distance - 2.09


@njit(float64[:](float64[:], float64[:]))
def magnitudes(amplitudes, distances):
    out = np.empty(amplitudes.size)
    for at in range(amplitudes.size):
        out[at] = magnitude(amplitudes[at], distances[at])
    return out


@njit(int64(float64[:], float64))
def above(values, level):
    count = 0
    for value in values:
        if value >= level:
            count += 1
    return count


class Station:
    def __init__(self, name, place):
        self.name = name
        self.place = np.asarray(place)
        self.correction = CORRECTIONS[name]

    def distances(self, quakes):
        return np.hypot(quakes[:, 0] - self.place[0], quakes[:, 1] - self.place[1])

    def read(self, quakes, counts):
        return magnitudes(counts, self.distances(quakes)) + self.correction


def nearest(quakes, place):
    """The index of the quake that is nearest to a place."""
    away = quakes - np.asarray(place)
    return int((away * away).sum(axis=1).argmin())


def main():
    rng = np.random.default_rng(23)
    quakes = rng.uniform(20.0, 300.0, (50, 2))
    print("one:", magnitude(1200.0, 80.0))
    print("nearest to the hill:", nearest(quakes, (0, 0)))
    digitised = np.round(rng.lognormal(6.0, 1.5, 50)).astype(np.int32)
    for name, place in (("hill", (0, 0)), ("shore", (10, 400)), ("mine", (350, 20))):
        values = Station(name, place).read(quakes, digitised)
        print(name, above(values, 3.0), "of", values.size)


if __name__ == "__main__":
    main()
