"""Grains of sand on a picture: where is it rough?"""

import numpy as np
from kernels import KERNELS
from scipy import ndimage


class Picture:
    def __init__(self, size, grains, seed):
        rng = np.random.default_rng(seed)
        self.pixels = rng.normal(0, 0.02, (size, size))
        for _ in range(grains):
            row, column = rng.integers(4, size - 4, 2)
            self.pixels[row - 2 : row + 3, column - 2 : column + 3] += rng.uniform(0.2, 0.6)

    def smoothed(self):
        return ndimage.gaussian_filter(self.pixels, 0.8)

    def filtered(self, name, size):
        return ndimage.generic_filter(self.smoothed(), KERNELS[name], size=size, mode="nearest")


def main():
    picture = Picture(160, 40, 5)
    print("mean", round(float(picture.smoothed().mean()), 4))
    for name in KERNELS:
        found = picture.filtered(name, 5)
        print(name, round(float(found.mean()), 4), int((found > 0.3).sum()))


if __name__ == "__main__":
    main()
