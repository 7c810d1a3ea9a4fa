# The file that an array is written to empties the array after the first block.
# https://github.com/python/cpython/issues/144922
from array import array


class Spool:
    def __init__(self):
        self.blocks = 0

    def write(self, block):
        self.blocks += 1
        if self.blocks == 1:
            del samples[:]  # <-- here
        return len(block)


def save(spool):
    samples.tofile(spool)  # <-- here


samples = array("d", bytes(8 * 4_000_000))
save(Spool())
