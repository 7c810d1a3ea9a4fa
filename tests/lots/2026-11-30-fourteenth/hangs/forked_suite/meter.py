"""A meter whose readings come from a thread."""

import math
import threading
import time


class Meter:
    def __init__(self):
        self._lock = threading.Lock()
        self._values = [0.0]
        self._ended = threading.Event()
        self._reader = threading.Thread(target=self._read, name="reader", daemon=True)
        self._reader.start()

    def _read(self):
        step = 0
        while not self._ended.is_set():
            with self._lock:
                self._values.append(math.sin(step / 10))
                del self._values[:-100]
                time.sleep(0.02)
            step += 1

    def last(self):
        with self._lock:
            return self._values[-1]

    def close(self):
        self._ended.set()
        self._reader.join()
