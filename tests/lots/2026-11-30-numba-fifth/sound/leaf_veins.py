"""Length of the veins of leaves, from lists of points that each iteration makes for itself."""

import numpy as np
from numba import njit, prange


@njit
def bright_points(image, limit):
    points = [(0, 0) for _ in range(0)]
    for y in range(image.shape[0]):
        for x in range(image.shape[1]):
            if image[y, x] > limit:
                points.append((y, x))
    return points


@njit
def steps_between(points):
    total = 0.0
    for at in range(1, len(points)):
        dy = points[at][0] - points[at - 1][0]
        dx = points[at][1] - points[at - 1][1]
        total += (dy * dy + dx * dx) ** 0.5
    return total


@njit(parallel=True)
def vein_lengths(images, limit):
    lengths = np.empty(len(images))
    counts = np.empty(len(images), dtype=np.int64)
    for leaf in prange(len(images)):
        points = bright_points(images[leaf], limit)
        points.sort()
        lengths[leaf] = steps_between(points)
        counts[leaf] = len(points)
    return lengths, counts


images = np.random.default_rng(9).random((30, 40, 40))
lengths, counts = vein_lengths(images, 0.9)
assert (counts == (images > 0.9).sum(axis=(1, 2))).all()
print(lengths[:4].round(2), counts[:4])
