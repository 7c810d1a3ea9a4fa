"""Mix a hash, fast."""

import ctypes

library = ctypes.CDLL("./libhash.so")


def mixed(words):
    four = (ctypes.c_uint32 * 4)(*words)
    library.turn(four)
    return list(four)


print([hex(word) for word in mixed([1, 2, 3, 0xF000000F])])
