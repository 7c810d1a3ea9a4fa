"""Mixing the tracks of a song: each with the gain of its channel strip."""

import numpy as np
from numba import guvectorize

RATE = 8_000


@guvectorize(["void(float64[:,:], float64[:], float64[:])"], "(t,n),(t)->(n)")
def mixed(tracks, gains, out):
    for at in range(tracks.shape[1]):
        out[at] = 0.0
        for track in range(tracks.shape[0]):
            out[at] += gains[track] * tracks[track, at]


class Strip:
    def __init__(self, name, fader, muted=False):
        self.name = name
        self.fader = fader
        self.muted = muted

    @property
    def gain(self):
        return 0.0 if self.muted else 10 ** (self.fader / 20)


class Desk:
    def __init__(self):
        self.strips = []
        self.tracks = []

    def add(self, strip, samples):
        self.strips.append(strip)
        self.tracks.append(samples)

    def gains(self):
        return np.array([strip.gain for strip in self.strips if not strip.muted])

    def bounce(self):
        tracks = np.stack(self.tracks)
        song = mixed(tracks, self.gains())
        return song / max(1.0, np.abs(song).max())


def tone(pitch, seconds):
    at = np.arange(int(seconds * RATE)) / RATE
    return 0.4 * np.sin(2 * np.pi * pitch * at)


def main():
    desk = Desk()
    desk.add(Strip("bass", -3.0), tone(55, 1.0))
    desk.add(Strip("click", 0.0, muted=True), tone(1000, 1.0))
    desk.add(Strip("organ", -6.0), tone(220, 1.0))
    desk.add(Strip("flute", -9.0), tone(880, 1.0))
    song = desk.bounce()
    print("peak", round(float(np.abs(song).max()), 3))


if __name__ == "__main__":
    main()
