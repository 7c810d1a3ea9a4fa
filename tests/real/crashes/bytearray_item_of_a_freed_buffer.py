# A value that is written into a buffer frees the buffer when it is asked for its number.
# https://github.com/python/cpython/issues/91153
class Level:
    def __index__(self):
        samples.clear()  # <-- here
        return 200


def write(position):
    samples[position] = Level()  # <-- here


samples = bytearray(16_000_000)
write(12_000_000)
