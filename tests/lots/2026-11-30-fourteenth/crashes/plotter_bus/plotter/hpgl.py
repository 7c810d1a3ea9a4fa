"""Drawings as HPGL: pen up, pen down, and where to."""

import math


class Drawing:
    def __init__(self, name):
        self.name = name
        self.lines = []

    def move(self, x, y):
        self.lines.append((False, x, y))
        return self

    def draw(self, x, y):
        self.lines.append((True, x, y))
        return self

    def encode(self):
        parts = ["IN;SP1;"]
        for down, x, y in self.lines:
            parts.append(f"{'PD' if down else 'PU'}{round(x)},{round(y)};")
        return "".join(parts).encode()


def square(size):
    return Drawing("square").move(0, 0).draw(size, 0).draw(size, size).draw(0, size).draw(0, 0)


def rosette(points, radius):
    drawing = Drawing("rosette").move(radius, 0)
    for n in range(1, points):
        angle = 2 * math.pi * n * 7 / 16.03
        drawing.draw(radius * math.cos(angle), radius * math.sin(angle))
    return drawing
