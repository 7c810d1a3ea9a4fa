"""Films of several cameras are counted by a pool of threads."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from counting import COLOURS, Counter


@dataclass
class Film:
    camera: int
    colours: np.ndarray
    heights: np.ndarray

    @classmethod
    def record(cls, camera, count):
        rng = np.random.default_rng(camera)
        return cls(camera, rng.integers(0, COLOURS, count), rng.random(count))


class Station:
    def __init__(self, cameras):
        self.films = [Film.record(camera, 200_000) for camera in range(cameras)]
        self.counter = Counter()

    def day(self):
        with ThreadPoolExecutor(4) as pool:
            return sum(pool.map(self.counter.take, self.films))


def main():
    station = Station(8)
    seen = station.day() + station.day()
    assert seen == station.counter.counts.sum()
    print("seen", seen, station.counter.counts.sum(axis=1))


if __name__ == "__main__":
    main()
