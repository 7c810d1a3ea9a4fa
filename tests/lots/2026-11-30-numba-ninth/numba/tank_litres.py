"""What is left in lying tanks, by the height of what is in them."""

import math

import numpy as np
from numba import njit


@njit("int64(float64, float64, float64)")
def cubic_metres(height, radius, length):
    if height <= 0.0:
        return 0
    if height >= 2.0 * radius:
        return math.pi * radius * radius * length
    down = radius - height
    sector = radius * radius * math.acos(down / radius)
    return (sector - down * math.sqrt(2.0 * radius * height - height * height)) * length


class Depot:
    def __init__(self, tanks):
        self.tanks = tanks

    def stock(self, heights):
        return [cubic_metres(height, *tank) for height, tank in zip(heights, self.tanks)]


def main():
    depot = Depot([(1.2, 4.0), (0.9, 3.0), (1.5, 6.5)])
    for week, heights in enumerate(np.linspace(2.0, 0.3, 12).reshape(4, 3)):
        stock = depot.stock([float(height) for height in heights])
        print("week", week, stock, "litres", sum(stock) * 1000)


if __name__ == "__main__":
    main()
