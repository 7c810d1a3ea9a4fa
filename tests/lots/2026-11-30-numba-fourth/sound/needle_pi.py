"""Pi by needles that fall on a floor of boards; each thread has its own random numbers."""

import math

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def crossed(needles, length):
    count = 0
    far = 0.0
    for _ in prange(needles):
        middle = np.random.random()
        angle = np.random.random() * math.pi
        reach = 0.5 * length * math.sin(angle)
        if middle < reach or middle > 1.0 - reach:
            count += 1
        far = max(far, reach)
    return count, far


class Floor:
    def __init__(self, length):
        self.length = length

    def estimate(self, needles):
        count, far = crossed(needles, self.length)
        return 2.0 * self.length * needles / count, far


def main():
    value, far = Floor(0.9).estimate(4_000_000)
    print("near:", abs(value - math.pi) < 0.02, "far:", 0.44 < far <= 0.45)


if __name__ == "__main__":
    main()
