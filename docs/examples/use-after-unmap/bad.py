"""Pass a picture to another process through shared memory, and look at it again."""

from multiprocessing import shared_memory

import numpy as np


def share(picture):
    """A copy of the picture in shared memory, and its name for the other process."""
    memory = shared_memory.SharedMemory(create=True, size=picture.nbytes)
    shared = np.ndarray(picture.shape, picture.dtype, buffer=memory.buf)
    shared[:] = picture
    name = memory.name
    memory.close()
    memory.unlink()
    return shared, name


picture = np.full((480, 640), 127, dtype=np.uint8)
shared, name = share(picture)
print("brightness", shared.mean())
