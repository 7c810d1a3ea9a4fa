"""Slides in memory that was taken once for all of them; an address has 64 bits."""

import mmap

import numpy as np
from numba import carray, int64, njit, types
from numba.extending import intrinsic

SIDE = 64


@intrinsic
def bytes_at(typingctx, address):
    def code(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.uint8)(types.int64), code


@njit(int64(int64, int64, int64))
def expose(address, number, light):
    pixels = carray(bytes_at(address + number * SIDE * SIDE), (SIDE, SIDE))
    for row in range(SIDE):
        for column in range(SIDE):
            pixels[row, column] = max(0, light - abs(row - SIDE // 2) - abs(column - SIDE // 2))
    return pixels.sum()


memory = np.frombuffer(mmap.mmap(-1, 4 * SIDE * SIDE), dtype=np.uint8)
lights = [expose(memory.ctypes.data, number, light) for number, light in enumerate((200, 180, 150, 90))]
assert sum(lights) == memory.astype(np.int64).sum()
print(lights)
