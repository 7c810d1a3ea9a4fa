"""Counts the cells of a series of frames."""

import argparse
import logging

import numpy as np
from frames import Packed, Unpacker

log = logging.getLogger("cells")


class Microscope:
    """Takes small frames, and a large one at the end (the overview)."""

    def __init__(self, size, count):
        self.size = size
        self.count = count
        self.chance = np.random.default_rng(8)

    def frame(self, size):
        frame = self.chance.normal(20, 3, (size, size)).astype(np.float32)
        for x, y in self.chance.integers(2, size - 2, (12, 2)):
            frame[x - 1 : x + 2, y - 1 : y + 2] += 80
        return frame

    def series(self):
        for number in range(self.count):
            yield Packed.of(self.frame(self.size))
        yield Packed.of(self.frame(self.size * 8))


def cells(frame):
    return int((frame > 60).sum()) // 9


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--count", type=int, default=6)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
    unpacker = None
    for number, packed in enumerate(Microscope(options.size, options.count).series()):
        unpacker = unpacker or Unpacker(packed)
        log.info("frame %d: %d cells", number, cells(unpacker.unpack(packed)))


if __name__ == "__main__":
    main()
