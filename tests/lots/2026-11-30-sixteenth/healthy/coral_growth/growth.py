"""Growth by reaction and diffusion (Gray and Scott), with numpy."""

import numpy as np


class Basin:
    def __init__(self, size, feed, kill, seed):
        rng = np.random.default_rng(seed)
        self.u = np.ones((size, size))
        self.v = np.zeros((size, size))
        middle = slice(size // 2 - 10, size // 2 + 10)
        self.u[middle, middle] = 0.5
        self.v[middle, middle] = 0.25 + 0.1 * rng.random((20, 20))
        self.feed, self.kill = feed, kill
        self.steps = 0

    @staticmethod
    def spread(field):
        return sum(np.roll(field, shift, axis) for shift in (-1, 1) for axis in (0, 1)) - 4 * field

    def step(self):
        reaction = self.u * self.v * self.v
        self.u += 0.16 * self.spread(self.u) - reaction + self.feed * (1 - self.u)
        self.v += 0.08 * self.spread(self.v) + reaction - (self.feed + self.kill) * self.v
        self.steps += 1

    def settled(self, before, limit=1e-9):
        return float(np.abs(self.v - before).max()) < limit
