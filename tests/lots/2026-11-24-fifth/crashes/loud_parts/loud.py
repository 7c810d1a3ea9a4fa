"""Makes parts of recordings louder."""

import argparse
import ctypes
import os

import numpy as np


class Gain:
    def __init__(self, path):
        self.library = ctypes.CDLL(os.path.abspath(path))
        pointer = ctypes.POINTER(ctypes.c_float)
        self.library.gain_apply.argtypes = [pointer, ctypes.c_long, ctypes.c_float]
        self.library.gain_apply.restype = None

    def apply(self, samples, gain):
        pointer = samples.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        self.library.gain_apply(pointer, len(samples), gain)


def quiet(samples, width):
    """Where the recording is quiet: (start, end) pairs."""
    loud = np.abs(samples[: len(samples) // width * width]).reshape(-1, width).max(axis=1)
    for number in np.flatnonzero(loud < 0.2):
        yield number * width, (number + 1) * width


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--width", type=int, default=441)
    options = parser.parse_args()
    gain = Gain(options.library)
    samples = np.sin(np.arange(44_100, dtype=np.float32) / 50)
    samples[13_230:17_640] *= 0.1
    gain.apply(samples, 0.9)
    for start, end in quiet(samples, options.width):
        part = samples[start:end]
        gain.apply(part, 4.0)
        print(start, end, float(np.abs(part).max()), flush=True)


if __name__ == "__main__":
    main()
