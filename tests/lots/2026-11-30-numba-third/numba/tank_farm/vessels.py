"""Vessels of a tank farm, compiled."""

from numba import float64, int64
from numba.experimental import jitclass


@jitclass([("area", float64), ("level", float64), ("full", float64)])
class Vessel:
    def __init__(self, area, full):
        self.area = area
        self.full = full
        self.level = 0.0

    def fill(self, volume):
        self.level += volume / self.area
        if self.level <= self.full:
            return 0.0
        over = (self.level - self.full) * self.area
        self.level = self.full
        return over

    def volume(self):
        return self.level * self.area


@jitclass([("area", float64), ("level", float64), ("full", float64), ("degrees", float64), ("turns", int64)])
class HeatedVessel(Vessel):
    def __init__(self, area, full, degrees):
        self.area = area
        self.full = full
        self.level = 0.0
        self.degrees = degrees
        self.turns = 0

    def stir(self):
        self.turns += 1
        self.degrees -= 0.02
        return self.degrees
