"""Photos for a thermal printer: grey becomes dots of black and white, by error diffusion."""

import numpy as np
from numba import njit, prange


@njit
def spread(grey, row, column, error):
    rows, columns = grey.shape
    if column + 1 < columns:
        grey[row, column + 1] += error * 7 / 16
    if row + 1 < rows:
        if column > 0:
            grey[row + 1, column - 1] += error * 3 / 16
        grey[row + 1, column] += error * 5 / 16
        if column + 1 < columns:
            grey[row + 1, column + 1] += error * 1 / 16


@njit(parallel=True)
def dither(grey):
    rows, columns = grey.shape
    dots = np.zeros((rows, columns), dtype=np.uint8)
    for row in prange(rows):
        for column in range(columns):
            old = grey[row, column]
            new = 255.0 if old > 127.0 else 0.0
            dots[row, column] = new == 0.0
            spread(grey, row, column, old - new)
    return dots


class Printer:
    def __init__(self, width, gamma=1.2):
        self.width = width
        self.gamma = gamma
        self.lines = 0

    def prepared(self, photo):
        factor = photo.shape[1] // self.width
        height = photo.shape[0] // factor
        small = photo[: height * factor, : self.width * factor]
        small = small.reshape(height, factor, self.width, factor).mean(axis=(1, 3))
        return 255.0 * (small / 255.0) ** self.gamma

    def print(self, photo):
        dots = dither(self.prepared(photo))
        self.lines += len(dots)
        return np.packbits(dots, axis=1)


def landscape(height, width):
    y, x = np.mgrid[0:height, 0:width]
    hills = 140 + 70 * np.sin(x / 90.0) + 40 * np.cos(y / 33.0 + x / 210.0)
    return np.clip(hills, 0, 255)


def main():
    printer = Printer(384)
    for height in (1536, 2304):
        lines = printer.print(landscape(height, 1536))
        print(lines.shape, int(np.unpackbits(lines).sum()))
    print("lines", printer.lines)


if __name__ == "__main__":
    main()
