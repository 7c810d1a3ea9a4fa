"""Temperatures of the walls of a house, with the mean taken as they are measured."""

import numpy as np
from numba import float64, int64, njit
from numba.experimental import jitclass


@jitclass([("mean", float64[:]), ("count", int64)])
class Running:
    def __init__(self, first):
        self.mean = first
        self.count = 1

    def add(self, sample):
        self.count += 1
        self.mean += (sample - self.mean) / self.count


@njit
def warmest(image):
    best = 0
    for row in range(image.shape[0]):
        if image[row].max() > image[best].max():
            best = row
    return best


class Camera:
    def __init__(self, height, width, seed=7):
        self.shape = (height, width)
        self.rng = np.random.default_rng(seed)

    def shot(self):
        image = self.rng.normal(18.0, 0.4, self.shape)
        image[self.shape[0] // 2] += 3.0
        return image


class Survey:
    def __init__(self, camera, shots):
        self.camera = camera
        self.shots = shots

    def run(self):
        running = Running(self.camera.shot())
        for _ in range(self.shots - 1):
            running.add(self.camera.shot())
        return running


@njit
def spread(image):
    return image.max() - image.min()


def main():
    camera = Camera(24, 32)
    print("spread:", round(spread(camera.shot()), 2))
    print("warmest row:", warmest(camera.shot()))
    running = Survey(camera, 20).run()
    print("shots:", running.count, "mean:", running.mean.mean().round(2))


if __name__ == "__main__":
    main()
