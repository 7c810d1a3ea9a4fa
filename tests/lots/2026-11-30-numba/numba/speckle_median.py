"""Speckle taken out of radar pictures by a median over a window."""

import numpy as np
from numba import njit, prange


@njit
def insert_sorted(values, count, value):
    at = count
    while at > 0 and values[at - 1] > value:
        values[at] = values[at - 1]
        at -= 1
    values[at] = value


@njit
def mirrored(at, size):
    if at < 0:
        return -at
    if at >= size:
        return 2 * size - 2 - at
    return at


@njit(parallel=True)
def median_filter(image, reach):
    rows, columns = image.shape
    out = np.empty_like(image)
    window = np.empty((2 * reach + 1) ** 2)
    for row in prange(rows):
        for column in range(columns):
            count = 0
            for dy in range(-reach, reach + 1):
                for dx in range(-reach, reach + 1):
                    y = mirrored(row + dy, rows)
                    x = mirrored(column + dx, columns)
                    value = image[y, x]
                    at = count
                    while at > 0 and window[at - 1] > value:
                        window[at] = window[at - 1]
                        at -= 1
                    window[at] = value
                    count += 1
            out[row, column] = window[count // 2]
    return out


@njit(parallel=True)
def contrast(image):
    total = 0.0
    for row in prange(image.shape[0]):
        for column in range(1, image.shape[1]):
            total += abs(image[row, column] - image[row, column - 1])
    return total / image.size


def scene(size):
    rng = np.random.default_rng(19)
    y, x = np.mgrid[:size, :size]
    field = np.where((x // 24 + y // 24) % 2 == 0, 0.3, 0.8)
    return field * rng.exponential(1.0, field.shape)


def main():
    image = scene(120)
    for reach in (1, 2):
        print(reach, round(contrast(image), 4), round(contrast(median_filter(image, reach)), 4))


if __name__ == "__main__":
    main()
