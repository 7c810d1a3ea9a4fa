"""The land that is surveyed."""

import math


def height(x, y):
    return 800 + 120 * math.sin(x / 40) * math.cos(y / 55) + 15 * math.sin(x / 3)


def path(steps):
    """A way round, in growing circles."""
    for step in range(steps):
        angle = step / 6
        yield 2 * angle * math.cos(angle), 2 * angle * math.sin(angle)
