"""Blends the layers of a drawing, by ufuncs that run in several threads."""

import numpy as np
from numba import float64, vectorize


@vectorize([float64(float64, float64, float64)], target="parallel")
def over(below, above, alpha):
    return above * alpha + below * (1.0 - alpha)


@vectorize([float64(float64, float64)], target="parallel")
def screen(below, above):
    return 1.0 - (1.0 - below) * (1.0 - above)


@vectorize
def quantised(value, levels):
    return np.floor(value * (levels - 1) + 0.5) / (levels - 1)


def layers(size):
    y, x = np.mgrid[:size, :size] / size
    return x, y, np.clip(1 - 2 * np.hypot(x - 0.5, y - 0.5), 0, 1)


if __name__ == "__main__":
    paper, ink, mask = layers(400)
    drawing = screen(over(paper, ink, mask), 0.1)
    print(drawing.mean().round(4), np.unique(quantised(drawing, 8)).size, "levels")
