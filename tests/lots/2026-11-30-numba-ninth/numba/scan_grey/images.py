"""Images of scanned pages, and how they are cleaned."""

import numpy as np
from numba import njit


@njit
def darkest(image, row, column, reach):
    height, width = image.shape
    least = 255
    for y in range(max(0, row - reach), min(height, row + reach + 1)):
        for x in range(max(0, column - reach), min(width, column + reach + 1)):
            least = min(least, image[y, x])
    return least


@njit
def cleaned(image, reach):
    result = image.copy()
    for row in range(image.shape[0]):
        for column in range(image.shape[1]):
            if darkest(image, row, column, reach) > 170:
                result[row, column] = 255
    return result


class Page:
    def __init__(self, name, pixels):
        self.name = name
        self.pixels = pixels

    def clean(self, reach=1):
        return Page(self.name, cleaned(self.pixels, reach))

    def white(self):
        return float((self.pixels == 255).mean())
