# hang: cause=self-deadlock confidence=likely python=3.8-3.15 names=upgrader
import threading
import time


class ReadersAndWriters:
    def __init__(self):
        self._mutex, self._write, self._readers = threading.Lock(), threading.Lock(), 0

    def acquire_read(self):
        with self._mutex:
            self._readers += 1
            if self._readers == 1:
                self._write.acquire()

    def acquire_write(self):
        self._write.acquire()  # <-- here


table = ReadersAndWriters()


def upgrade():
    table.acquire_read()  # <-- here
    time.sleep(0.1)
    table.acquire_write()  # <-- here


threading.Thread(target=upgrade, name="upgrader").start()
print("READY", flush=True)
