# A value that is written into an array empties it when it is asked for its number.
# https://github.com/python/cpython/issues/142555
import array


class Sample:
    def __index__(self):
        samples.clear()  # <-- here
        return 3


def write(position):
    samples[position] = Sample()  # <-- here


samples = array.array("b", bytes(64))
write(1)
