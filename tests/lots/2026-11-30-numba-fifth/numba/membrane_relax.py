"""The shape of a stretched membrane: red and black cells in turns, each half in parallel."""

import numpy as np
from numba import njit, prange


class Membrane:
    def __init__(self, size, hub):
        self.height = np.zeros((size, size))
        self.fixed = np.zeros((size, size), dtype=np.bool_)
        self.fixed[0], self.fixed[-1] = True, True
        self.fixed[:, 0], self.fixed[:, -1] = True, True
        middle = size // 2
        self.fixed[middle - 3 : middle + 3, middle - 3 : middle + 3] = True
        self.height[middle - 3 : middle + 3, middle - 3 : middle + 3] = hub

    def relax(self, sweeps, factor=1.5):
        for _ in range(sweeps):
            for colour in (0, 1):
                half_sweep(self.height, self.fixed, colour, factor)

    def volume(self):
        """Below the membrane, in cells."""
        return float(self.height.sum())

    def at_quarter(self):
        quarter = self.height.shape[0] // 4
        return float(self.height[quarter, quarter])


@njit
def around(height, y, x):
    """Nine points: the four next to it count four times as much as those at the corners."""
    near = height[y - 1, x] + height[y + 1, x] + height[y, x - 1] + height[y, x + 1]
    corners = (
        height[y - 1, x - 1]
        + height[y - 1, x + 1]
        + height[y + 1, x - 1]
        + height[y + 1, x + 1]
    )
    return (4.0 * near + corners) / 20.0


@njit(parallel=True)
def half_sweep(height, fixed, colour, factor):
    for y in prange(1, height.shape[0] - 1):
        for x in range(1, height.shape[1] - 1):
            if (y + x) % 2 == colour and not fixed[y, x]:
                height[y, x] += factor * (around(height, y, x) - height[y, x])


def main():
    membrane = Membrane(240, hub=10.0)
    for round_number in range(4):
        membrane.relax(100)
        print(round_number, membrane.at_quarter())


if __name__ == "__main__":
    main()
