"""Lines of a town's buses, as arrays."""

import numpy as np


class Line:
    def __init__(self, name, stops, interval):
        self.name = name
        self.stops = stops
        self.interval = interval

    def riders(self, hours):
        rng = np.random.default_rng(len(self.name) + self.stops)
        return rng.poisson(4.0, (hours * 60 // self.interval, self.stops))


TOWN = [Line("1 harbour", 14, 10), Line("2 hospital", 22, 15), Line("N night", 30, 60)]
