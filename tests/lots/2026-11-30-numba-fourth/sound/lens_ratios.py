"""Ratios of sizes where nothing may be zero, and where it may: as numpy does it."""

import numpy as np
from numba import njit


@njit(error_model="numpy")
def ratios(image, thing):
    out = np.empty(image.size)
    for at in range(image.size):
        out[at] = image[at] / thing[at]
    return out


@njit(error_model="numpy")
def finite_mean(values):
    total, count = 0.0, 0
    for value in values:
        if np.isfinite(value):
            total += value
            count += 1
    return total / count


def main():
    image = np.array([2.0, 3.0, 0.0, 5.0, -1.0])
    thing = np.array([1.0, 0.0, 0.0, 4.0, 0.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = image / thing
    found = ratios(image, thing)
    print(bool(np.array_equal(found, expected, equal_nan=True)), finite_mean(found))


if __name__ == "__main__":
    main()
