"""Birds of a flock: each one looks at those around it."""

import numba
import numpy as np
from numba import njit, prange

numba.config.THREADING_LAYER = "tbb"


@njit(parallel=True)
def turn(places, angles, reach):
    turned = np.empty_like(angles)
    for bird in prange(len(places)):
        east = north = 0.0
        for other in range(len(places)):
            far = np.abs(places[other] - places[bird]).sum()
            if far < reach:
                east += np.cos(angles[other])
                north += np.sin(angles[other])
        turned[bird] = np.arctan2(north, east)
    return turned


def main():
    rng = np.random.default_rng(1)
    places = rng.random((400, 2))
    angles = rng.uniform(-3.1, 3.1, 400)
    for step in range(5):
        angles = turn(places, angles, 0.3)
        places = (places + 0.01 * np.stack([np.cos(angles), np.sin(angles)], axis=1)) % 1.0
        print(step, round(float(np.hypot(np.cos(angles).mean(), np.sin(angles).mean())), 4))


if __name__ == "__main__":
    main()
