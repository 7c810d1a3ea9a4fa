"""Effects on blocks of samples; each is a function that is registered by its name."""

import ctypes
import os

import numpy as np

EFFECTS = {}


def effect(name):
    def register(function):
        EFFECTS[name] = function
        return function

    return register


class Library:
    def __init__(self):
        self.native = ctypes.CDLL(os.environ["SCALE"])
        self.native.scale.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_float]
        self.native.scale.restype = None

    def scale(self, samples, factor):
        if samples.dtype != np.float32 or not samples.flags.c_contiguous:
            raise TypeError("contiguous float32 is wanted")
        self.native.scale(samples.ctypes.data, samples.size, factor)


library = Library()


@effect("louder")
def louder(block):
    library.scale(block, 1.5)


@effect("fade")
def fade(block):
    steps = 8
    for part in np.array_split(block, steps):
        steps -= 1
        library.scale(part, steps / 8)


@effect("flip")
def flip(block):
    block *= -1
