"""Background of pictures of the sky: operations on whole arrays, which run in parallel."""

import numpy as np
from numba import njit


@njit(parallel=True)
def clipped(image, mean, spread, sigmas):
    return np.where(np.abs(image - mean) < sigmas * spread, image, mean)


@njit(parallel=True)
def normalised(image):
    return (image - image.mean()) / image.std()


class Picture:
    def __init__(self, image):
        self.image = image

    def background(self, rounds=4, sigmas=3.0):
        image = self.image
        for _ in range(rounds):
            image = clipped(image, image.mean(), image.std(), sigmas)
        return image.mean(), image.std()


def main():
    rng = np.random.default_rng(71)
    image = rng.normal(200, 5, (200, 200))
    image[rng.random(image.shape) < 0.01] += 400
    mean, spread = Picture(image).background()
    print(mean.round(4), spread.round(4), np.abs(normalised(image)).max().round(4))


if __name__ == "__main__":
    main()
