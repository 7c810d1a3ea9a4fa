"""Areas of plots that were measured as triangles by three sides."""

import math

import numpy as np
from numba import njit


@njit
def area(a, b, c):
    half = (a + b + c) / 2.0
    return math.sqrt(half * (half - a) * (half - b) * (half - c))


def price(sides, per_metre):
    try:
        return area(*sides) * per_metre
    except ValueError:
        return None


def main():
    rng = np.random.default_rng(5)
    plots = [tuple(float(side) for side in rng.uniform(10, 30, 3)) for _ in range(8)]
    plots.append((12.0, 5.0, 30.0))
    for number, sides in enumerate(plots):
        cost = price(sides, 140.0)
        print(number, "measure again" if cost is None else f"{cost:.2f}")


if __name__ == "__main__":
    main()
