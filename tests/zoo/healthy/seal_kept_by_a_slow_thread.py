# healthy:
"""As seal_taken_by_another_descriptor.py, where another thread has it, and gives it back."""

import contextlib
import fcntl
import os
import tempfile
import threading
import time

PATH = os.path.join(tempfile.mkdtemp(), "seal")


@contextlib.contextmanager
def sealed():
    fd = os.open(PATH, os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def stamp(began):
    with sealed():
        began.set()
        time.sleep(60)


began = threading.Event()
threading.Thread(target=stamp, args=(began,), daemon=True).start()
began.wait()
print("READY", flush=True)
with sealed():
    print("stamped")
