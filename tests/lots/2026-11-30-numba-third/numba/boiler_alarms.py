"""Alarms of a boiler: each limit that is passed is given a line in the journal."""

import time

import numpy as np
from numba import njit, objmode


@njit
def smoothed(values, weight):
    out = np.empty_like(values)
    out[0] = values[0]
    for at in range(1, values.size):
        out[at] = weight * values[at] + (1.0 - weight) * out[at - 1]
    return out


@njit
def burner_minutes(values, low, high):
    """A burner with two points: on below the one, off above the other."""
    burning = False
    minutes = 0
    for value in values:
        if value < low:
            burning = True
        elif value > high:
            burning = False
        minutes += burning
    return minutes


@njit
def stamp(minute):
    with objmode(text="unicode"):
        text = time.strftime("%H:%M", time.gmtime(60 * minute))
    return text


@njit
def journal(values, limit):
    above = False
    count = 0
    for minute in range(values.size):
        if values[minute] > limit and not above:
            above = True
            count += 1
            print(stamp(minute), "above", limit)
        elif values[minute] < 0.95 * limit:
            above = False
    return count


class Boiler:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        load = 60.0 + 15.0 * np.sin(np.arange(1440) / 140.0)
        self.degrees = load + rng.normal(0.0, 2.0, 1440)

    def burning(self):
        return burner_minutes(self.degrees, 55.0, 65.0)

    def day(self, limit):
        values = smoothed(self.degrees, 0.2)
        return journal(values, limit)


if __name__ == "__main__":
    for seed in range(2):
        print(Boiler(seed).burning(), "minutes of fire")
        print(Boiler(seed).day(72.0), "alarms")
