"""How dangerous was each pass? A grid of the pitch, two metres a cell, filled from many matches."""

import numpy as np
from numba import njit

CELL = 2.0
LENGTH, WIDTH = 104.0, 68.0


@njit
def cell_of(place):
    return int(place[0] / CELL), int(place[1] / CELL)


@njit
def fill(danger, places, values):
    rows, columns = danger.shape
    for at in range(len(places)):
        x, y = cell_of(places[at])
        if 0 <= x < columns and 0 <= y < rows:
            danger[y, x] += values[at]
    danger /= danger.max()


@njit
def gain(danger, start, end):
    x0, y0 = cell_of(start)
    x1, y1 = cell_of(end)
    return danger[x1, y1] - danger[x0, y0]


@njit
def gains(danger, starts, ends):
    out = np.zeros(len(starts))
    for at in range(len(starts)):
        out[at] = gain(danger, starts[at], ends[at])
    return out


def match(seed, passes):
    rng = np.random.default_rng(seed)
    starts = rng.uniform((0, 0), (LENGTH, WIDTH), (passes, 2))
    ends = np.clip(starts + rng.normal(4, 9, (passes, 2)), 0, (LENGTH - 0.1, WIDTH - 0.1))
    return starts, ends


def model(seed):
    rng = np.random.default_rng(seed)
    places = rng.uniform((0, 0), (LENGTH, WIDTH), (8000, 2))
    values = (places[:, 0] / LENGTH) ** 3 * np.exp(-(((places[:, 1] - WIDTH / 2) / 15) ** 2))
    danger = np.zeros((int(WIDTH / CELL), int(LENGTH / CELL)))
    fill(danger, places, values)
    return danger


def main():
    danger = model(1)
    starts, ends = match(7, 40)
    best = gains(danger, starts, ends)
    print("best passes:", np.argsort(best)[::-1][:5])


if __name__ == "__main__":
    main()
