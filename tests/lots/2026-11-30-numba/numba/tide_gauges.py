"""Runs of high water in the records of several tide gauges."""

from dataclasses import dataclass

import numpy as np
from numba import njit


@dataclass
class Gauge:
    name: str
    offset: float
    amplitude: float

    def record(self, hours):
        at = np.arange(hours)
        spring = 1 + 0.35 * np.cos(2 * np.pi * at / (24 * 14.77))
        return self.offset + self.amplitude * spring * np.cos(2 * np.pi * at / 12.42)


@njit
def runs(heights, mark):
    start = -1
    for hour in range(heights.size):
        if heights[hour] >= mark:
            if start < 0:
                start = hour
        elif start >= 0:
            yield start, hour - start
            start = -1
    if start >= 0:
        yield start


@njit
def longest(heights, mark):
    best, begin = 0, -1
    for start, hours in runs(heights, mark):
        if hours > best:
            best, begin = hours, start
    return begin, best


@njit
def mean_range(heights):
    total, count = 0.0, 0
    for day in range(heights.size // 25):
        part = heights[day * 25 : (day + 1) * 25]
        total += part.max() - part.min()
        count += 1
    return total / max(count, 1)


def report(gauges, hours):
    for gauge in gauges:
        heights = gauge.record(hours)
        print(f"{gauge.name:10} range {mean_range(heights):.2f} m")
        begin, length = longest(heights, gauge.offset + gauge.amplitude)
        print(f"{'':10} longest high water: {length} h from hour {begin}")


if __name__ == "__main__":
    report([Gauge("north pier", 3.1, 2.2), Gauge("mill creek", 1.4, 0.9)], 24 * 60)
