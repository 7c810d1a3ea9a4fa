"""Work that leaks memory, so that a process does it a few times only."""

import math


def area(corners):
    step = math.tau / corners
    return corners * math.sin(step) / 2


def outline(corners):
    step = math.tau / corners
    return 2 * corners * math.sin(step / 2)
