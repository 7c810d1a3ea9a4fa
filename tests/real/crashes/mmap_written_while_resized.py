# A value that is written into mapped memory makes the mapping smaller first.
# https://github.com/python/cpython/issues/157335
import mmap


class Value:
    def __index__(self):
        memory.resize(8)  # <-- here
        return 0


def write(place):
    memory[place] = Value()  # <-- here


memory = mmap.mmap(-1, 4_000_000)
write(3_900_000)
