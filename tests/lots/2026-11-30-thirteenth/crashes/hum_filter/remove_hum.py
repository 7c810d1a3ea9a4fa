"""Takes the hum of the mains out of eight microphones.

    python remove_hum.py LIBRARY
"""

import array
import ctypes
import logging
import math
import sys

from bank import bank

log = logging.getLogger("hum")
RATE = 8000


def recording(seconds):
    frames = array.array("f")
    for i in range(int(seconds * RATE)):
        hum = 0.4 * math.sin(2 * math.pi * 50 * i / RATE)
        frames.extend(hum + 0.1 * math.sin(i * (channel + 1) / 9) for channel in range(8))
    return frames


def loudness(frames):
    return math.sqrt(sum(value * value for value in frames) / len(frames))


def main():
    logging.basicConfig(level=logging.INFO)
    frames = recording(0.5)
    log.info("before: %.3f", loudness(frames))
    samples = (ctypes.c_float * len(frames)).from_buffer(frames)
    with bank(sys.argv[1], [(0.97, -0.97, -0.94), (0.9, -0.9, -0.8)]) as filters:
        filters.run(samples)
    del samples
    log.info("after: %.3f", loudness(frames))


if __name__ == "__main__":
    main()
