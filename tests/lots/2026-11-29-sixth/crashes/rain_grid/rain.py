"""Medians of rain: of a day, of a year, and of all that a station has measured."""

import ctypes
import sys

import numpy as np


class Rain:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.rain_median.restype = ctypes.c_double
        self.library.rain_median.argtypes = [ctypes.c_void_p, ctypes.c_long]

    def median(self, amounts):
        return self.library.rain_median(amounts.ctypes.data, len(amounts))


def main():
    rain = Rain(sys.argv[1])
    minutes = np.random.default_rng(4).gamma(0.3, 2.0, 4 * 365 * 24 * 60)
    for name, count in (("day", 24 * 60), ("year", 365 * 24 * 60), ("four years", len(minutes))):
        print(name, round(rain.median(minutes[:count]), 4), flush=True)


if __name__ == "__main__":
    main()
