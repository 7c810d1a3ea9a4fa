"""Which delay fits the gauge of a harbour best?"""

import numpy as np
import tides


class Gauge:
    def __init__(self, name, harbour, delay, seed):
        rng = np.random.default_rng(seed)
        self.name = name
        self.harbour = harbour
        self.hours = np.arange(0.0, 240.0, 0.5)
        tides.heights(self.hours[:1])
        tides.use(harbour, delay)
        self.readings = tides.heights(self.hours) + rng.normal(0, 0.05, len(self.hours))

    def error(self, delay):
        tides.use(self.harbour, delay)
        return float(np.square(tides.heights(self.hours) - self.readings).mean())

    def best(self, delays):
        return min(delays, key=self.error)


def main():
    gauges = [
        Gauge("leith", (1.8, 0.6, 0.35, 0.1), 1.5, 1),
        Gauge("wick", (1.0, 0.35, 0.2, 0.1), 0.75, 2),
    ]
    for gauge in gauges:
        print(gauge.name, gauge.best([0.0, 0.75, 1.5, 2.25, 3.0]))


if __name__ == "__main__":
    main()
