"""Fits cultures, one after the other."""

import numpy as np
from growth import Culture, misfit, size
from scipy.optimize import minimize


class Fit:
    def __init__(self, culture, first=(0.1, 0.5, 2.0)):
        self.culture = culture
        self.first = np.array(first)

    def run(self):
        data = (self.culture.hours, self.culture.sizes)
        return minimize(misfit, self.first, args=data, method="Nelder-Mead")


def made(seed):
    rng = np.random.default_rng(seed)
    hours = np.arange(0.0, 24.0, 2.0)
    sizes = [size(hour, 0.2, 0.4, 3.0) + rng.normal(0, 0.02) for hour in hours]
    return Culture(hours, sizes)


def main():
    for seed in range(3):
        found = Fit(made(seed)).run()
        print(seed, found.x.round(3), round(found.fun, 5))


if __name__ == "__main__":
    main()
