"""Put the pictures of a film where another process can see them."""

from multiprocessing import shared_memory

import numpy as np


def share(number):
    """A picture in shared memory."""
    memory = shared_memory.SharedMemory(create=True, size=1920 * 1080)
    picture = np.ndarray((1080, 1920), np.uint8, buffer=memory.buf)
    picture[:] = number
    return memory, picture


shown = 0
for number in range(10):
    memory, picture = share(number)
    shown += int(picture[0, 0])
    del picture
    memory.close()
    memory.unlink()
print("shown", shown)
