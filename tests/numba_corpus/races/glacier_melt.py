"""Melt water of a glacier runs down its bands, from the top one."""
import numpy as np
from numba import float64, int64, njit, prange, void

RATE = 0.004


@njit(float64(float64, float64))
def melted(ice, warmth):
    return min(ice, max(warmth, 0.0) * RATE)


@njit(void(float64[::1], float64[::1], float64[::1]), parallel=True)
def day(ice, water, warmth):
    for band in prange(len(ice)):
        gone = melted(ice[band], warmth[band])
        ice[band] -= gone
        water[band] += gone
        if band + 1 < len(ice):
            water[band + 1] += 0.5 * water[band]  # fails: data-race: water
            water[band] *= 0.5


def main():
    rng = np.random.default_rng(41)
    ice, water = rng.uniform(1, 3, 5000), np.zeros(5000)
    for _ in range(30):
        day(ice, water, rng.normal(4, 3, 5000))
    print("water:", water.sum())


if __name__ == "__main__":
    main()
