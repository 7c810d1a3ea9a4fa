import numpy as np


class Beam:
    """How much a beam of slices bends, by a slow and simple integration."""

    def __init__(self, slices=24, steps=400):
        self.slices = slices
        self.steps = steps

    def bending(self, heights):
        bent = 0.0
        for step in range(self.steps):
            place = step / self.steps
            height = 0.02 + abs(float(heights[int(place * self.slices)]))
            moment = place * (1.0 - place)
            bent += moment * moment / height**3 / self.steps
        return bent

    def fitness(self, _, heights, index):
        volume = float(np.abs(heights).sum())
        return 1.0 / (1e-9 + self.bending(heights) * 1e-6 + volume)
