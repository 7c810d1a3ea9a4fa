"""Tides from harmonic constants; the tables of a harbour are kept, and shared by all callers."""

import functools

import numpy as np
from numba import njit

HARBOURS = {
    "north": [(1.42, 28.98, 110.0), (0.38, 30.0, 155.0), (0.21, 15.04, 40.0)],
    "south": [(0.93, 28.98, 64.0), (0.25, 30.0, 101.0), (0.15, 15.04, 12.0)],
}


@njit("float64(float64[:,:], float64)")
def level(constants, hour):
    height = 0.0
    for part in range(len(constants)):
        amplitude, speed, phase = constants[part, 0], constants[part, 1], constants[part, 2]
        height += amplitude * np.cos(np.deg2rad(speed * hour - phase))
    return height


@functools.lru_cache
def constants_of(harbour):
    table = np.array(HARBOURS[harbour])
    table.flags.writeable = False
    return table


class Calendar:
    def __init__(self, harbour, mean):
        self.harbour = harbour
        self.mean = mean

    def at(self, hour):
        return self.mean + level(constants_of(self.harbour), float(hour))

    def day(self, first):
        return [self.at(first + hour) for hour in range(24)]

    def high_water(self, first):
        levels = self.day(first)
        return max(range(24), key=levels.__getitem__), max(levels)


def springs(calendar, days):
    """The day with the highest water of all."""
    heights = [calendar.high_water(24.0 * day)[1] for day in range(days)]
    return int(np.argmax(heights)), max(heights)


def main():
    for harbour, mean in (("north", 2.4), ("south", 1.8)):
        hour, height = Calendar(harbour, mean).high_water(48)
        print(f"{harbour}: {height:.2f} m at {hour} o'clock")
        day, highest = springs(Calendar(harbour, mean), 15)
        print(f"  springs on day {day}, {highest:.2f} m")


if __name__ == "__main__":
    main()
