"""Pass a picture to another process through shared memory, and look at it again."""

from multiprocessing import shared_memory

import numpy as np


def share(picture):
    """A copy of the picture in shared memory, which is to be closed when it is done with."""
    memory = shared_memory.SharedMemory(create=True, size=picture.nbytes)
    shared = np.ndarray(picture.shape, picture.dtype, buffer=memory.buf)
    shared[:] = picture
    return shared, memory


picture = np.full((480, 640), 127, dtype=np.uint8)
shared, memory = share(picture)
print("brightness", shared.mean())
memory.close()
memory.unlink()
