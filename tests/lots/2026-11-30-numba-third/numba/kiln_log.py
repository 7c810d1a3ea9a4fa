"""Readings of a kiln, with a second try for those that are not plausible."""

import numpy as np
from numba import njit

LIMITS = (0.0, 1400.0)


@njit
def plausible(reading, before):
    if reading < LIMITS[0] or reading > LIMITS[1]:
        raise ValueError("out of the range of the probe")
    if abs(reading - before) > 80.0:
        raise ValueError("no kiln is that fast")
    return reading


@njit
def second_probe(readings, spare, at):
    near = spare[max(0, at - 2) : at + 3]
    return np.median(near)


@njit
def cleaned(readings, spare):
    out = np.empty_like(readings)
    before = readings[0]
    replaced = 0
    for at in range(readings.size):
        try:
            out[at] = plausible(readings[at], before)
        except Exception:
            replaced += 1
            if replaced > 20:
                raise  # the spare probe is no help any more
            out[at] = second_probe(readings, spare, at)
        before = out[at]
    return out, replaced


@njit
def hold_minutes(degrees, level, every):
    count = 0
    for value in degrees:
        if abs(value - level) < 15.0:
            count += 1
    return count * every / 60.0


class Firing:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        ramp = np.concatenate([np.linspace(20, 1060, 400), np.full(200, 1060.0), np.linspace(1060, 300, 300)])
        self.spare = ramp + rng.normal(0.0, 3.0, ramp.size)
        self.readings = ramp + rng.normal(0.0, 2.0, ramp.size)
        self.readings[rng.integers(1, ramp.size, 9)] = -1.0

    def report(self):
        degrees, replaced = cleaned(self.readings, self.spare)
        return f"{replaced} replaced, held {hold_minutes(degrees, 1060.0, 30):.0f} min"


if __name__ == "__main__":
    for seed in range(3):
        print(Firing(seed).report())
