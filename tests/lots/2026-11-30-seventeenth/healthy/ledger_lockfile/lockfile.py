import contextlib
import os
import time


@contextlib.contextmanager
def held(path, every=0.4):
    """The file is there as long as somebody has the lock; its text says who."""
    while True:
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
            break
        except FileExistsError:
            time.sleep(every)
    os.write(handle, str(os.getpid()).encode())
    os.close(handle)
    try:
        yield
    finally:
        os.unlink(path)
