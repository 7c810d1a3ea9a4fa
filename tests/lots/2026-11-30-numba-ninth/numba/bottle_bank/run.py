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
        return cls(camera, rng.integers(0, COLOURS, count, dtype=np.uint8), rng.random(count, dtype=np.float32))


class Station:
    def __init__(self, cameras, workers=4):
        self.films = [Film.record(camera, 2_000_000) for camera in range(cameras)]
        self.counter = Counter()
        self.pool = ThreadPoolExecutor(workers)

    def day(self):
        seen = sum(self.pool.map(self.counter.take, self.films))
        return seen, self.counter.total()


def main():
    station = Station(8)
    for day in range(1, 4):
        seen, counted = station.day()
        print("day", day, "seen", seen, "counted so far", counted)
    station.pool.shutdown()


if __name__ == "__main__":
    main()
