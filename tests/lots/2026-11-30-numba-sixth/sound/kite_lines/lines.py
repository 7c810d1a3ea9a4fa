"""Lines of a kite: classes that hold each other, and a table of knots."""

import numpy as np
from numba import float64, int64, types
from numba.experimental import jitclass


@jitclass([("length", float64), ("knots", float64[:])])
class Line:
    def __init__(self, length, count):
        self.length = length
        self.knots = np.linspace(0.0, length, count)

    def stretch(self, share):
        self.length *= 1.0 + share
        for knot in range(len(self.knots)):
            self.knots[knot] *= 1.0 + share

    @property
    def spacing(self):
        return self.knots[1] - self.knots[0]


line_type = Line.class_type.instance_type


@jitclass([("left", line_type), ("right", line_type), ("flights", int64)])
class Kite:
    def __init__(self, left, right):
        self.left = left
        self.right = right
        self.flights = 0

    def fly(self, wind):
        self.flights += 1
        self.left.stretch(0.001 * wind)
        self.right.stretch(0.0012 * wind)
        return self.left.length - self.right.length


pair_type = types.UniTuple(float64, 2)
