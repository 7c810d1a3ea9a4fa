"""Lenses that bend rays, each by what it is made of."""

import math

from numba import njit


class Lens:
    def __init__(self, curve, glass):
        self.curve = curve
        self.glass = glass
        self.bend = njit(self.bent)

    def bent(self, height, angle):
        normal = math.asin(height / self.curve)
        inside = math.asin(math.sin(angle + normal) / self.glass)
        return inside - normal


class Bench:
    def __init__(self):
        self.lenses = []

    def add(self, curve, glass):
        self.lenses.append(Lens(curve, glass))
        return self

    def trace(self, height, angle, gap):
        for lens in self.lenses:
            angle = lens.bend(height, angle)
            height += gap * math.tan(angle)
        return height, angle
