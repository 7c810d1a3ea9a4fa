"""The length of a plotter's path: moves with one, two or three numbers."""

import math

from numba import njit


@njit
def length(move):
    match move:
        case (x, y):
            return math.hypot(x, y)
        case (x, y, z):
            return math.sqrt(x * x + y * y + z * z)
        case _:
            return 0.0


@njit
def area(width, height):
    return width * height


def main():
    print("sheet:", area(29.7, 21.0))
    moves = [(1.0, 2.0), (3.0, 4.0), (0.0, 1.0, 2.0)]
    print("path:", sum(length(move) for move in moves))


if __name__ == "__main__":
    main()
