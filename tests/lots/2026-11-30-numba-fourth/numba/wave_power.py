"""The power of waves at a buoy, from their heights and periods."""

import numpy as np
from numba import float64, vectorize

DENSITY = 1025.0
GRAVITY = 9.81


@vectorize([float64[:](float64[:], float64[:])])
def power(heights, periods):
    return DENSITY * GRAVITY**2 * heights**2 * periods / (64 * np.pi)


def main():
    rng = np.random.default_rng(4)
    heights = rng.rayleigh(1.2, 500)
    periods = rng.normal(7.0, 1.1, 500)
    print("mean:", power(heights, periods).mean() / 1000, "kW per metre")


if __name__ == "__main__":
    main()
