"""Blends of spices: what a taster says of them."""

import numpy as np


def softened(strength, limit):
    """Strong tastes are felt less than they are; for numbers, and for arrays."""
    return np.where(strength > limit, limit + np.log1p(strength - limit), strength)


class Blend:
    def __init__(self, name, grams):
        self.name = name
        self.grams = np.array(grams, dtype=np.float64)

    def shares(self):
        return self.grams / self.grams.sum()
