"""The voices of a choir, mixed to one track with a gain for each."""

import numpy as np
from numba import njit


@njit
def peak(track):
    return np.abs(track).max()


@njit
def mixed(voices, gains):
    total = 0
    for number in range(voices.shape[0]):
        total += voices[number] * gains[number]
    return total


@njit
def fade(track, samples):
    for at in range(samples):
        track[at] *= at / samples
        track[-1 - at] *= at / samples
    return track


class Choir:
    def __init__(self, voices, seconds, rate=8000, seed=9):
        self.rate = rate
        time = np.arange(seconds * rate) / rate
        rng = np.random.default_rng(seed)
        pitch = 220.0 * 2.0 ** (rng.integers(0, 24, voices) / 12)
        self.voices = np.sin(2 * np.pi * pitch[:, None] * time[None, :])
        for voice in self.voices:
            fade(voice, rate // 10)

    def levels(self):
        return np.array([peak(voice) for voice in self.voices])

    def mix(self, gains):
        track = mixed(self.voices, gains)
        return track / peak(track)


@njit
def crossings(track):
    count = 0
    for at in range(1, track.size):
        if track[at - 1] < 0.0 <= track[at]:
            count += 1
    return count


def main():
    choir = Choir(6, 2)
    print("pitches:", [crossings(voice) // 2 for voice in choir.voices])
    print("levels:", choir.levels().round(2))
    for low in (0.2, 0.8):
        track = choir.mix(np.linspace(low, 1.0, 6))
        print("mixed:", track.size, "samples,", round(float(np.sqrt((track**2).mean())), 3))


if __name__ == "__main__":
    main()
