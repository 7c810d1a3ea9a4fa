# hang: cause=self-deadlock confidence=likely core=no
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
        fcntl.flock(fd, fcntl.LOCK_EX)  # <-- here
        yield
    finally:
        os.close(fd)


def stamp():
    with sealed():
        print("stamped")


def tick():
    while True:
        time.sleep(0.2)


threading.Thread(target=tick, daemon=True).start()
with sealed():
    print("READY", flush=True)
    stamp()
