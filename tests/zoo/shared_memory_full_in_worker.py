# zoo: cause=shared-memory-full signal=SIGBUS needs=small-shm,numpy child=yes
import multiprocessing
from multiprocessing import shared_memory

import numpy as np


def load(index):
    block = shared_memory.SharedMemory(create=True, size=3_000_000)
    batch = np.ndarray((3_000_000,), dtype=np.uint8, buffer=block.buf)
    batch[:] = index  # <-- here
    block.close()
    return block.name


def main():
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool:  # <-- started
        try:
            for index in range(3):
                print(pool.apply_async(load, (index,)).get(timeout=3))
        except multiprocessing.TimeoutError:
            print("no answer")


main()
