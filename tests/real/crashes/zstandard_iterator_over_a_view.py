# The iterator gives up the result of its last read, of which there is none where it was given
# memory in place of a file.
# https://github.com/indygreg/python-zstandard/issues/303
import random

import zstandard

log = memoryview(random.Random(1).randbytes(3_000_000))


def packed(log):
    compressor = zstandard.ZstdCompressor()
    return sum(len(part) for part in compressor.read_to_iter(log, write_size=1000))  # <-- here


print(packed(log))
