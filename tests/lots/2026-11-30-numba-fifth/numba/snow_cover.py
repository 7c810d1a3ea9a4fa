"""Days with snow in each cell of a satellite's grid; clouds hide some of them."""

from dataclasses import dataclass

import numpy as np
from numba import njit

CLOUD = 250
LIMIT = 40


@dataclass
class Scene:
    day: int
    index: np.ndarray


class Season:
    def __init__(self, shape):
        self.shape = shape
        self.scenes = []

    def add(self, scene):
        if scene.index.shape != self.shape:
            raise ValueError(f"day {scene.day}: {scene.index.shape} is not {self.shape}")
        self.scenes.append(scene)

    def stack(self):
        days = np.stack([scene.index for scene in self.scenes])
        return np.ma.masked_greater_equal(days, CLOUD)


@njit
def snow_days(stack, limit):
    days = np.zeros(stack.shape[1:], dtype=np.int64)
    for day in range(stack.shape[0]):
        for y in range(stack.shape[1]):
            for x in range(stack.shape[2]):
                if stack[day, y, x] > limit:
                    days[y, x] += 1
    return days


@njit
def snow_line(days, heights, wanted):
    """The lowest cell that has snow for so many days."""
    lowest = np.inf
    for y in range(days.shape[0]):
        for x in range(days.shape[1]):
            if days[y, x] >= wanted and heights[y, x] < lowest:
                lowest = heights[y, x]
    return lowest


def winter(days, size, rng):
    season = Season((size, size))
    for day in range(days):
        index = rng.integers(0, 100, size=(size, size))
        index[rng.random((size, size)) < 0.3] = CLOUD
        season.add(Scene(day, index))
    return season


def main():
    rng = np.random.default_rng(17)
    season = winter(30, 20, rng)
    heights = rng.uniform(300, 2900, size=season.shape)
    days = snow_days(season.stack(), LIMIT)
    print("snow line:", round(snow_line(days, heights, 15)))


if __name__ == "__main__":
    main()
