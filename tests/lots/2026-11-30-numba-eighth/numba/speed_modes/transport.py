"""Costs of transport: distances, tolls, and names of the roads."""

import math

from modes import numeric, tolerant


@numeric
def distance(x, y, u, v):
    return math.hypot(x - u, y - v)


@numeric
def toll(kilometres, axles):
    return 0.0 if axles < 3 else 0.12 * kilometres * axles


@tolerant
def describe(names, lengths):
    parts = []
    for name, length in zip(names, lengths):
        parts.append(name + " " + str(round(length)))
    return ", ".join(parts)


class Route:
    def __init__(self, names, points):
        self.names = names
        self.points = points

    def lengths(self):
        return [distance(*one, *other) for one, other in zip(self.points, self.points[1:])]

    def cost(self, axles):
        return sum(toll(length, axles) for length in self.lengths())

    def text(self):
        return describe(self.names, self.lengths())
