"""Lays out the mosaics of a floor, several at a time."""

import concurrent.futures
import sys

from mosaic import Picture, Sampler


def picture(name, width, height):
    return Picture(name, width, height, bytes((x * y) % 251 for y in range(height) for x in range(width)))


PICTURES = [("fish", 320, 200), ("border", 640, 24), ("vine", 200, 320), ("ring", 240, 240)]
STONES = 40, 30


class Floor:
    def __init__(self, library, workers=2):
        self.sampler = Sampler(library)
        self.pool = concurrent.futures.ThreadPoolExecutor(workers, "mosaic")

    def lay(self, name, width, height):
        stones = self.sampler.sample(picture(name, width, height), *STONES)
        return name, len(stones), sum(stones) / max(1, len(stones))

    def all(self):
        jobs = [self.pool.submit(self.lay, *size) for size in PICTURES]
        for job in jobs:
            yield job.result()


def main():
    for name, number, mean in Floor(sys.argv[1]).all():
        print(f"{name}: {number} stones, mean {mean:.1f}", flush=True)


if __name__ == "__main__":
    main()
