# zoo: cause=shared-memory-full signal=SIGBUS needs=small-shm,numpy first=yes
from multiprocessing import shared_memory

import numpy as np


def publish(frame_count):
    block = shared_memory.SharedMemory(create=True, size=frame_count * 1_000_000)
    frames = np.ndarray((frame_count, 1_000_000), dtype=np.uint8, buffer=block.buf)
    for index in range(frame_count):
        frames[index] = index  # <-- here
    return block


publish(40).unlink()
