"""The lightest beam that holds its load."""

import nlopt
import numpy as np


class Beam:
    def __init__(self, load, length):
        self.load = load
        self.length = length
        self.looked = 0

    def weight(self, x, gradient):
        self.looked += 1
        width, height = x
        stress = 6 * self.load * self.length / (width * height**2)
        over = max(0.0, stress - 160.0)
        return 7.85e-3 * width * height * self.length + over**2

    def solve(self, algorithm, start, limit=None):
        optimum = nlopt.opt(algorithm, 2)
        optimum.set_lower_bounds([5.0, 5.0])
        optimum.set_upper_bounds([120.0, 300.0])
        optimum.set_min_objective(self.weight)
        if limit:
            optimum.set_xtol_rel(limit)
        return optimum.optimize(np.asarray(start, dtype=float))
