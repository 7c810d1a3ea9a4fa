"""Mix a hash, fast."""

import ctypes

library = ctypes.CDLL("./libhash.so")


def has_xop():
    with open("/proc/cpuinfo") as file:
        return " xop " in file.read()


def mixed(words):
    if not has_xop():
        return [(word << 7 | word >> 25) & 0xFFFFFFFF for word in words]
    four = (ctypes.c_uint32 * 4)(*words)
    library.turn(four)
    return list(four)


print([hex(word) for word in mixed([1, 2, 3, 0xF000000F])])
