"""Hills as trees of ridges: recursion with arrays and numbers, and two functions that call each other."""

import numpy as np
from numba import njit


@njit
def highest(heights, begin, end):
    if end - begin == 1:
        return heights[begin]
    middle = (begin + end) // 2
    return max(highest(heights, begin, middle), highest(heights, middle, end))


@njit
def rising(heights, at):
    if at + 1 >= len(heights):
        return 0
    if heights[at + 1] >= heights[at]:
        return 1 + rising(heights, at + 1)
    return falling(heights, at)


@njit
def falling(heights, at):
    if at + 1 >= len(heights):
        return 0
    if heights[at + 1] < heights[at]:
        return 1 + falling(heights, at + 1)
    return rising(heights, at)


def main():
    heights = np.random.default_rng(3).normal(0, 1, 2000).cumsum()
    assert highest(heights, 0, len(heights)) == heights.max()
    assert rising(heights, 0) == len(heights) - 1
    print(round(float(heights.max()), 3))


if __name__ == "__main__":
    main()
