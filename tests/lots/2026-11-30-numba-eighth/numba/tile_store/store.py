"""Tiles of a map in one block of memory, which the compiled functions get as an address."""

import mmap

import numpy as np
from numba import carray, njit, types
from numba.extending import intrinsic

SIDE = 256


@intrinsic
def pointer_to(typingctx, address):
    def codegen(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.float32)(types.uintp), codegen


@njit
def tiles_at(address, size):
    return carray(pointer_to(address), (size // (SIDE * SIDE), SIDE, SIDE))


@njit
def fill(tile, number):
    for row in range(SIDE):
        for column in range(SIDE):
            tile[row, column] = (row * 31 + column * 17 + number) % 97


@njit
def fill_all(address, size):
    tiles = tiles_at(address, size)
    for number in range(len(tiles)):
        fill(tiles[number], number)
    return len(tiles)


@njit
def mean_of(address, size, number):
    return tiles_at(address, size)[number].mean()


class Store:
    def __init__(self, tiles):
        self.size = tiles * SIDE * SIDE * 4
        self.block = mmap.mmap(-1, self.size)
        self.view = np.frombuffer(self.block, dtype=np.uint8)
        self.address = np.uintp(self.view.ctypes.data)

    def fill(self):
        return fill_all(self.address, self.size)

    def mean(self, number):
        return mean_of(self.address, self.size, number)
