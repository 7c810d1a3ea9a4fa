import math

from points import Point


class Rope:
    """A rope as points; smooth() halves the angles between them."""

    def __init__(self, name, turns):
        self.name = name
        self.points = [Point(math.cos(turn * 0.7) * turn, math.sin(turn * 0.7) * turn, name) for turn in range(turns)]

    def smooth(self):
        middle = [first.between(second) for first, second in zip(self.points, self.points[1:])]
        self.points = [self.points[0], *middle, self.points[-1]]

    def length(self):
        return sum(math.dist((a.x, a.y), (b.x, b.y)) for a, b in zip(self.points, self.points[1:]))

    def centre(self):
        if not self.points:
            return None
        left = Point(min(point.x for point in self.points), min(point.y for point in self.points))
        right = Point(max(point.x for point in self.points), max(point.y for point in self.points))
        return left.between(right)
