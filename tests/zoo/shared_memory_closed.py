# zoo: cause=use-after-unmap signal=SIGSEGV needs=numpy names=counts
from multiprocessing import shared_memory

import numpy as np


class Counters:
    def __init__(self, size):
        self.block = shared_memory.SharedMemory(create=True, size=size * 8)
        self.counts = np.ndarray((size,), dtype=np.int64, buffer=self.block.buf)

    def close(self):
        self.block.close()
        self.block.unlink()


def main():
    counters = Counters(100_000)
    counters.counts[5] = 1
    counters.close()
    counters.counts[5] += 1  # <-- here


main()
