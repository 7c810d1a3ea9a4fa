"""Medians of the rows of a picture, with a few buffers that are used in turns."""

import numpy as np
from numba import njit, prange

BUFFERS = 4


@njit
def insertion_sort(values):
    for at in range(1, values.size):
        value = values[at]
        to = at
        while to > 0 and values[to - 1] > value:
            values[to] = values[to - 1]
            to -= 1
        values[to] = value


@njit
def brightness(picture):
    return picture.mean()


@njit(parallel=True)
def medians(picture):
    rows, columns = picture.shape
    buffers = np.empty((BUFFERS, columns))
    out = np.empty(rows)
    for row in prange(rows):
        mine = buffers[row % BUFFERS]
        mine[:] = picture[row]
        insertion_sort(mine)
        out[row] = mine[columns // 2]
    return out


class Picture:
    def __init__(self, rows, columns, seed):
        rng = np.random.default_rng(seed)
        self.pixels = rng.random((rows, columns)) + np.linspace(0, 3, rows)[:, None]

    def contrast(self):
        return round(float(self.pixels.std() / brightness(self.pixels)), 3)

    def streaks(self):
        middle = medians(self.pixels)
        wrong = np.abs(middle - np.median(self.pixels, axis=1)) > 0.01
        return int(wrong.sum())


def main():
    picture = Picture(4000, 201, 7)
    print("contrast:", picture.contrast())
    print("brightness:", round(brightness(picture.pixels), 3))
    for _ in range(3):
        print("rows off:", picture.streaks())


if __name__ == "__main__":
    main()
