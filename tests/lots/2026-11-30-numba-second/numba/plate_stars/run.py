"""Bright spots on a scanned plate."""

import io

import numpy as np
from numba import njit
from plates import Plate, write_plate


@njit
def is_peak(image, y, x):
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            if image[y + dy, x + dx] > image[y, x]:
                return False
    return True


@njit
def spots(image, limit):
    count = 0
    for y in range(1, image.shape[0] - 1):
        for x in range(1, image.shape[1] - 1):
            if image[y, x] > limit and is_peak(image, y, x):
                count += 1
    return count


@njit
def rows_with(image, limit):
    count = 0
    for y in range(image.shape[0]):
        for x in range(image.shape[1]):
            if image[y, x] > limit:
                count += 1
                break
    return count


def sky(rows, columns, stars, seed=7):
    rng = np.random.default_rng(seed)
    image = rng.normal(100, 3, (rows, columns))
    y, x = np.mgrid[:rows, :columns]
    for _ in range(stars):
        cy, cx = rng.uniform(5, rows - 5), rng.uniform(5, columns - 5)
        image += rng.uniform(60, 300) * np.exp(-((y - cy) ** 2 + (x - cx) ** 2) / 4)
    return image


def main():
    stream = io.BytesIO()
    write_plate(stream, sky(80, 120, 15))
    stream.seek(0)
    plate = Plate(stream)
    limit = plate.background() + 30
    print(spots(plate.image, limit), "stars")
    print(rows_with(plate.image, limit), "rows with stars")


if __name__ == "__main__":
    main()
