"""A tide gauge, smoothed: each value is the mean of itself and the one before it.

The gauge writes a value each minute. Waves of passing ships are damped by a short filter, hour
by hour, and the day is drawn from what is left.
"""

import numpy as np
from numba import njit


@njit
def damp(levels):
    levels[1:] += levels[:-1]
    levels[1:] /= 2.0
    return levels


class Gauge:
    MINUTES = 60

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.hour = 0

    def read(self):
        minutes = self.hour * self.MINUTES + np.arange(self.MINUTES)
        self.hour += 1
        tide = 2.0 * np.sin(minutes / 745.0 * 2 * np.pi)
        return 5.0 + tide + self.rng.normal(0, 0.2, self.MINUTES)


class Day:
    def __init__(self, gauge):
        self.gauge = gauge
        self.hours = []

    def record(self, hours):
        for _ in range(hours):
            levels = self.gauge.read()
            self.hours.append(damp(levels))

    def jumps(self):
        """How far apart two hours are where they meet."""
        return [abs(b[0] - a[-1]) for a, b in zip(self.hours, self.hours[1:], strict=False)]

    def extremes(self):
        day = np.concatenate(self.hours)
        return float(day.min()), float(day.max())


def main():
    day = Day(Gauge(11))
    day.record(24)
    low, high = day.extremes()
    print(f"low water {low:.2f} m, high water {high:.2f} m")
    print(f"largest jump {max(day.jumps()):.2f} m")
    for hour, levels in enumerate(day.hours[:6]):
        print(hour, " ".join(f"{level:.2f}" for level in levels[::15]))


if __name__ == "__main__":
    main()
