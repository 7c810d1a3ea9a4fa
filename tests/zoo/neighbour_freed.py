# zoo: cause=heap-corruption signal=SIGABRT needs=numpy names=samples core=yes
import ctypes

import numpy as np


def smooth(samples, neighbours):
    ctypes.memset(samples.ctypes.data, 1, samples.nbytes + 24)
    while neighbours:
        neighbours.pop()  # <-- here
    return samples.sum()


def main():
    blocks = [np.zeros(300, np.int64) for _ in range(64)]
    blocks.sort(key=lambda block: block.ctypes.data)
    neighbours = [blocks.pop() for _ in range(7)][::-1]
    samples = neighbours.pop(0)
    print(smooth(samples, neighbours))


main()
