"""Bright cells in each image of a plate; images that are broken count as none."""

import numpy as np
from numba import njit, prange


@njit
def bright(image, limit):
    if image.max() > 4095:
        raise ValueError("not an image of 12 bits")
    count = 0
    for y in range(1, image.shape[0] - 1):
        for x in range(1, image.shape[1] - 1):
            value = image[y, x]
            if value > limit and value >= image[y - 1, x] and value >= image[y + 1, x]:
                if value > image[y, x - 1] and value > image[y, x + 1]:
                    count += 1
    return count


@njit(parallel=True)
def count_all(plate, limit):
    counts = np.zeros(plate.shape[0], dtype=np.int64)
    for well in prange(plate.shape[0]):
        try:
            counts[well] = bright(plate[well], limit)
        except Exception:
            counts[well] = -1
    return counts


rng = np.random.default_rng(4)
plate = rng.integers(0, 4096, size=(96, 64, 64))
plate[17, 3, 3] = 9000
print(count_all(plate, 3500))
