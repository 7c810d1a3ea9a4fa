"""Threads of a pattern, snapped to the raster of a loom.

A drawing has curves of any coordinates; the loom has rows and columns. Rounding millions of
points is the larger part of the work, so it is done by adding and taking off a large number,
which leaves whole numbers, a trick of long standing.
"""

import numpy as np
from numba import njit

LARGE = 6755399441055744.0


@njit(fastmath=True)
def whole(value):
    return (value + LARGE) - LARGE


@njit(fastmath=True)
def snap(points, pitch):
    for at in range(len(points)):
        points[at, 0] = whole(points[at, 0] / pitch)
        points[at, 1] = whole(points[at, 1] / pitch)
    return points


@njit
def distinct(points, columns):
    seen = set()
    for at in range(len(points)):
        seen.add(int(points[at, 1]) * columns + int(points[at, 0]))
    return len(seen)


class Drawing:
    def __init__(self, turns, points):
        angle = np.linspace(0, turns * 2 * np.pi, points)
        radius = np.linspace(20.0, 180.0, points)
        self.points = np.column_stack((200 + radius * np.cos(angle), 200 + radius * np.sin(angle)))

    def on_loom(self, pitch):
        return snap(self.points.copy(), pitch)


class Loom:
    def __init__(self, rows, columns):
        self.columns = columns
        self.heddles = np.zeros((rows, columns), dtype=np.int64)

    def thread(self, woven):
        for x, y in woven.astype(np.int64):
            self.heddles[y, x] += 1
        return int((self.heddles > 0).sum())


def main():
    drawing = Drawing(6, 5000)
    for pitch in (0.8, 1.6):
        woven = drawing.on_loom(pitch)
        rest = np.abs(woven - np.rint(woven)).max()
        print(f"pitch {pitch}: {distinct(woven, 1000)} crossings, off the raster by {rest:.3f}")
        print("heddles", Loom(600, 600).thread(woven))


if __name__ == "__main__":
    main()
