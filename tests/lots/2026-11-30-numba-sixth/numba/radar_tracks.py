"""Tracks of ships on a radar: each keeps the last echo as a record."""

import numpy as np
from numba import float64, from_dtype, int64
from numba.experimental import jitclass

ECHO = np.dtype([("range", np.float64), ("bearing", np.float64), ("strength", np.float32)])

track_spec = [
    ("number", int64),
    ("echoes", int64),
    ("last", from_dtype(ECHO)),
    ("course", float64),
]


@jitclass(track_spec)
class Track:
    def __init__(self, number, echo):
        self.number = number
        self.echoes = 1
        self.last = echo
        self.course = 0.0

    def follow(self, newer):
        north = newer.range * np.cos(newer.bearing) - self.last.range * np.cos(self.last.bearing)
        east = newer.range * np.sin(newer.bearing) - self.last.range * np.sin(self.last.bearing)
        self.course = np.arctan2(east, north)
        self.last = newer
        self.echoes += 1


class Radar:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.tracks = {}

    def sweep(self, ships):
        echoes = np.zeros(ships, dtype=ECHO)
        echoes["range"] = self.rng.uniform(1, 24, ships)
        echoes["bearing"] = self.rng.uniform(0, 2 * np.pi, ships)
        echoes["strength"] = self.rng.random(ships)
        return echoes

    def update(self, echoes):
        for number, echo in enumerate(echoes):
            if number in self.tracks:
                self.tracks[number].follow(echo)
            else:
                self.tracks[number] = Track(number, echo)


def main():
    radar = Radar(1)
    for _ in range(3):
        radar.update(radar.sweep(4))
    for number, track in radar.tracks.items():
        print(number, track.echoes, round(track.course, 3))


if __name__ == "__main__":
    main()
