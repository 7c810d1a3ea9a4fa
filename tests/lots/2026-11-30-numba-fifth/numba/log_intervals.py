"""Longest pause in the log of each device; the devices have clocks of their own precision."""

import numpy as np
from numba import njit


@njit
def longest_pause(stamps):
    longest = stamps[1] - stamps[0]
    for at in range(2, len(stamps)):
        if stamps[at] - stamps[at - 1] > longest:
            longest = stamps[at] - stamps[at - 1]
    return longest


class Device:
    def __init__(self, name, precision):
        self.name = name
        self.precision = precision
        self.stamps = []

    def write(self, stamp):
        self.stamps.append(np.datetime64(stamp, self.precision))

    def pause(self):
        stamps = np.array(self.stamps, dtype=f"datetime64[{self.precision}]")
        return longest_pause(stamps)


def devices():
    start = np.datetime64("2026-03-01T00:00:00")
    rng = np.random.default_rng(20)
    for name, precision in (
        ("door", "s"),
        ("pump", "m"),
        ("camera", "ms"),
        ("meter", "h"),
        ("probe", "us"),
        ("laser", "ns"),
        ("tank", "D"),
        ("well", "W"),
    ):
        device = Device(name, precision)
        for seconds in np.sort(rng.integers(0, 86_400 * 20, 300)):
            device.write(start + np.timedelta64(int(seconds), "s"))
        yield device


for device in devices():
    print(device.name, device.pause())
