"""Put the pictures of a film where another process can see them."""

from multiprocessing import shared_memory

import numpy as np


def share(number):
    """A picture in shared memory."""
    memory = shared_memory.SharedMemory(create=True, size=1920 * 1080)
    picture = np.ndarray((1080, 1920), np.uint8, buffer=memory.buf)
    picture[:] = number
    return memory, picture


film = [share(number) for number in range(10)]
print("shown", sum(int(picture[0, 0]) for _, picture in film))
while film:
    memory, picture = film.pop()
    del picture
    memory.close()
    memory.unlink()
