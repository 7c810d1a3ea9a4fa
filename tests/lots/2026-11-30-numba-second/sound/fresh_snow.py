"""Avalanche slopes: a stencil within a parallel function, on the height of the snow."""

import numpy as np
from numba import njit, prange, stencil


@stencil(cval=0.0)
def steepness(heights):
    dy = (heights[1, 0] - heights[-1, 0]) / 2
    dx = (heights[0, 1] - heights[0, -1]) / 2
    return (dx * dx + dy * dy) ** 0.5


@njit(parallel=True)
def slopes(ground, snow):
    return steepness(ground + snow)


@njit(parallel=True)
def slide(ground, snow, limit):
    slope = slopes(ground, snow)
    left = np.empty_like(snow)
    for y in prange(snow.shape[0]):
        for x in range(snow.shape[1]):
            if slope[y, x] > limit:
                left[y, x] = 0.7 * snow[y, x]
            else:
                left[y, x] = snow[y, x]
    return left


@njit(parallel=True)
def danger(slope, snow):
    total = 0.0
    worst = 0.0
    for y in prange(snow.shape[0]):
        for x in range(snow.shape[1]):
            load = slope[y, x] * snow[y, x]
            total += load
            worst = max(worst, load)
    return total / snow.size, worst


class Mountain:
    def __init__(self, size, seed):
        rng = np.random.default_rng(seed)
        y, x = np.mgrid[:size, :size] / size
        self.ground = 60 * np.exp(-8 * ((x - 0.5) ** 2 + (y - 0.4) ** 2))
        self.snow = rng.uniform(0.2, 0.6, (size, size))

    def night(self, fall):
        self.snow += fall
        self.danger = danger(slopes(self.ground, self.snow), self.snow)
        self.snow = slide(self.ground, self.snow, 0.9)
        return self.snow.mean()


def main():
    mountain = Mountain(150, 11)
    print("after a dry night:", mountain.night(0.0), mountain.danger[1] > 0)
    for fall in (0.1, 0.3, 0.0, 0.2):
        print(f"{fall:.1f} m fell: {mountain.night(fall):.3f} m on average")


if __name__ == "__main__":
    main()
