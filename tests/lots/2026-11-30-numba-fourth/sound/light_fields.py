"""Light on a hillside, computed by workers that take every n-th slope each."""

import numpy as np
from numba import get_num_threads, njit, prange


@njit
def shade(slope, azimuth, hour):
    sun = np.pi * (hour - 6.0) / 12.0
    return max(0.0, np.sin(sun) * np.cos(slope) + np.cos(sun) * np.sin(slope) * np.cos(azimuth))


@njit(parallel=True)
def day(slopes, azimuths, workers):
    out = np.zeros(slopes.size)
    done = np.zeros(workers, dtype=np.int64)
    for worker in prange(workers):
        for at in range(worker, slopes.size, workers):
            for hour in range(6, 19):
                out[at] += shade(slopes[at], azimuths[at], hour)
            done[worker] += 1
    return out, done


@njit
def one_by_one(slopes, azimuths):
    out = np.zeros(slopes.size)
    for at in range(slopes.size):
        for hour in range(6, 19):
            out[at] += shade(slopes[at], azimuths[at], hour)
    return out


class Hillside:
    def __init__(self, slopes, seed=3):
        rng = np.random.default_rng(seed)
        self.slopes = rng.uniform(0.0, 0.9, slopes)
        self.azimuths = rng.uniform(0.0, 6.28, slopes)

    def light(self, workers):
        return day(self.slopes, self.azimuths, workers)


@njit
def darkest(light):
    best = 0
    for at in range(light.size):
        if light[at] < light[best]:
            best = at
    return best


def main():
    hillside = Hillside(60_001)
    plain = one_by_one(hillside.slopes, hillside.azimuths)
    print("darkest:", darkest(plain) == plain.argmin())
    for workers in (1, get_num_threads(), 7):
        light, done = hillside.light(workers)
        print(bool(np.allclose(light, plain)), int(done.sum()))


if __name__ == "__main__":
    main()
