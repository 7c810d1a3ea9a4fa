# hang: cause=deadlock confidence=likely python=3.8-3.15 names=reader
import threading
import time


class Store:
    def __init__(self):
        self._read = threading.Lock()
        self._write = threading.Lock()

    def _begin_read(self):
        self._read.acquire()  # <-- here

    def _begin_write(self):
        self._write.acquire()  # <-- here

    def _end(self):
        self._write.release()
        self._read.release()

    def load(self):
        self._begin_read()  # <-- here
        time.sleep(0.3)
        self._begin_write()
        self._end()

    def save(self):
        self._begin_write()  # <-- here
        time.sleep(0.3)
        self._begin_read()
        self._end()


store = Store()
reader = threading.Thread(target=store.load, name="reader")
reader.start()
print("READY", flush=True)
store.save()
reader.join()
