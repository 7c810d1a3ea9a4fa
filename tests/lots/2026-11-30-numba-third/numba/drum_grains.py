"""A sound out of grains: each is a short bell of its own, laid down where it begins."""

import numpy as np
from numba import njit, prange


@njit
def bell(length, pitch):
    at = np.arange(length)
    return np.sin(pitch * at) * np.sin(np.pi * at / length)


@njit(parallel=True)
def laid_down(starts, pitches, length, samples):
    sound = np.zeros(samples)
    for grain in prange(starts.size):
        first = starts[grain]
        sound[first : first + length] += bell(length, pitches[grain])
    return sound


@njit
def faded(sound, samples):
    out = sound.copy()
    for at in range(samples):
        share = at / samples
        out[at] *= share
        out[sound.size - 1 - at] *= share
    return out


@njit
def loudness(sound):
    return np.sqrt((sound * sound).mean())


class Cloud:
    def __init__(self, grains, seconds, seed, rate=8000):
        rng = np.random.default_rng(seed)
        self.length = rate // 20
        self.samples = seconds * rate
        self.starts = rng.integers(0, self.samples - self.length, grains)
        self.pitches = rng.uniform(0.05, 0.9, grains)

    @property
    def density(self):
        return self.starts.size * self.length / self.samples

    def sound(self):
        return laid_down(self.starts, self.pitches, self.length, self.samples)


def main():
    cloud = Cloud(60_000, 2, 3)
    print(f"{cloud.density:.0f} grains at a time")
    for _ in range(4):
        print(f"{loudness(faded(cloud.sound(), 200)):.9f}")


if __name__ == "__main__":
    main()
