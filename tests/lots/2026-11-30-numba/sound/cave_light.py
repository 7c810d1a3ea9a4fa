"""Light in the rooms of a cave: each row of a picture by a thread of its own."""

import numpy as np
from numba import njit, prange


class Lamp:
    def __init__(self, y, x, power):
        self.y, self.x, self.power = y, x, power

    def row(self):
        return self.y, self.x, self.power


@njit
def attenuation(square):
    return 1.0 / (1.0 + 0.02 * square)


@njit(parallel=True)
def shade(size, lamps):
    out = np.zeros((size, size))
    for y in prange(size):
        nearest = np.empty(size)
        for x in range(size):
            light = 0.0
            close = np.inf
            for k in range(lamps.shape[0]):
                square = (y - lamps[k, 0]) ** 2 + (x - lamps[k, 1]) ** 2
                light += lamps[k, 2] * attenuation(square)
                close = min(close, square)
            nearest[x] = close
            out[y, x] = light
        darkest = nearest.max()
        for x in range(size):
            out[y, x] *= 1.0 - 0.1 * nearest[x] / darkest
    return out


@njit(parallel=True)
def blurred(image):
    rows, columns = image.shape
    out = image.copy()
    for y in prange(1, rows - 1):
        for x in range(1, columns - 1):
            out[y, x] = 0.5 * image[y, x] + 0.125 * (
                image[y - 1, x] + image[y + 1, x] + image[y, x - 1] + image[y, x + 1]
            )
    return out


def main():
    rng = np.random.default_rng(12)
    lamps = [Lamp(*rng.uniform(0, 100, 2), rng.uniform(1, 3)) for _ in range(6)]
    image = shade(100, np.array([lamp.row() for lamp in lamps]))
    for _ in range(3):
        image = blurred(image)
    print("mean light", image.mean().round(6), "brightest", image.max().round(6))


if __name__ == "__main__":
    main()
