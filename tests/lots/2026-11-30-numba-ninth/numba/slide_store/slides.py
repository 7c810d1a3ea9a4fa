"""Slides of a microscope in memory that was taken once for all of them."""

import mmap

import numpy as np
from numba import carray, int32, int64, njit, types
from numba.experimental import jitclass
from numba.extending import intrinsic

SIDE = 128


@intrinsic
def bytes_at(typingctx, address):
    def code(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.uint8)(types.int64), code


@jitclass([("address", int32), ("slides", int64)])
class Tray:
    def __init__(self, address, slides):
        self.address = address
        self.slides = slides

    def place(self, number):
        return self.address + number * SIDE * SIDE


@njit
def expose(tray, number, light):
    pixels = carray(bytes_at(tray.place(number)), (SIDE, SIDE))
    for row in range(SIDE):
        for column in range(SIDE):
            far = abs(row - SIDE // 2) + abs(column - SIDE // 2)
            pixels[row, column] = max(0, light - far)
    return pixels.sum()


class Memory:
    def __init__(self, slides):
        self.map = mmap.mmap(-1, slides * SIDE * SIDE)
        self.bytes = np.frombuffer(self.map, dtype=np.uint8)
        self.tray = Tray(self.bytes.ctypes.data, slides)

    def expose(self, number, light):
        return expose(self.tray, number, light)
