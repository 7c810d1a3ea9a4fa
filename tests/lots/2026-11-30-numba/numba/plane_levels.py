"""Exposure of pictures: a histogram's percentiles, for grey and for colour."""

import numpy as np
from numba import njit


def picture(height, width, channels):
    rng = np.random.default_rng(channels)
    return rng.integers(0, 256, (height, width, channels), dtype=np.uint8)


@njit
def luminance(image):
    height, width, _ = image.shape
    grey = np.empty((height, width), dtype=np.uint8)
    for y in range(height):
        for x in range(width):
            r, g, b = image[y, x, 0], image[y, x, 1], image[y, x, 2]
            grey[y, x] = np.uint8(0.299 * r + 0.587 * g + 0.114 * b)
    return grey


@njit
def histogram(plane):
    counts = np.zeros(256, dtype=np.int64)
    for value in plane.flat:
        counts[value] += 1
    return counts


@njit
def percentile(counts, share):
    wanted = share * counts.sum()
    seen = 0
    for level in range(counts.size):
        seen += counts[level]
        if seen >= wanted:
            return level
    return counts.size - 1


@njit
def exposure(image, colour):
    if colour:
        plane = luminance(image)
    else:
        plane = image
    counts = histogram(plane)
    return percentile(counts, 0.05), percentile(counts, 0.95)


def main():
    for channels in (3, 1):
        low, high = exposure(picture(60, 80, channels), channels == 3)
        print(f"{channels} channels: {low} to {high}")


if __name__ == "__main__":
    main()
