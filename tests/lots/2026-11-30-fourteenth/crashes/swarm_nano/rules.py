"""How boids turn."""

import math

SECTORS = {"east": 0.0, "north": 0.2, "west": -0.1, "south": 0.1}


def sector(x, y):
    """Which of the winds blows here."""
    if abs(x) > 120:
        return "far"
    if abs(x) >= abs(y):
        return "east" if x > 0 else "west"
    return "north" if y > 0 else "south"


class Home:
    """Back to the middle, with a bit of wind."""

    def __init__(self, pull):
        self.pull = pull
        self.calls = 0

    def __call__(self, x, y, angle):
        self.calls += 1
        wanted = math.atan2(-y, -x)
        difference = (wanted - angle + math.pi) % (2 * math.pi) - math.pi
        return self.pull * difference + SECTORS[sector(x, y)]
