"""Does the pump of a cellar start too often?"""

import logging

import numpy as np
from pump import run


class Weather:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def rain(self, minutes):
        showers = self.rng.random(minutes) < 0.01
        return np.convolve(showers * 4.0, np.exp(-np.arange(60) / 20), mode="same")


class Cellar:
    def __init__(self, low, high):
        self.low = low
        self.high = high
        self.level = 0.5 * (low + high)

    def day(self, weather):
        return run(weather.rain(1440), self.level, self.low, self.high)


def main():
    logging.basicConfig(format="%(name)s: %(message)s")
    weather = Weather(12)
    for low, high in ((5.0, 10.0), (5.0, 30.0)):
        print(low, high, Cellar(low, high).day(weather))


if __name__ == "__main__":
    main()
