"""Records samples in a thread, and writes what is left when it is closed."""

import array
import collections
import pathlib
import tempfile
import threading
import time


def record(samples, stop, done, every):
    value = 0
    while not stop.is_set():
        value = (value * 1103515245 + 12345) % 2**31
        samples.append(value % 2001 - 1000)
        time.sleep(every)
    done.set()


class Recorder:
    def __init__(self, name, every=0.02):
        self.name = name
        self.samples = collections.deque(maxlen=5000)
        self.file = pathlib.Path(tempfile.gettempdir()) / f"{name}.seis"
        self._stop = threading.Event()
        self._done = threading.Event()
        arguments = (self.samples, self._stop, self._done, every)
        threading.Thread(target=record, args=arguments, name=name, daemon=True).start()

    def peak(self):
        return max(map(abs, tuple(self.samples)), default=0)

    def close(self):
        if not self._stop.is_set():
            self._stop.set()
            self._done.wait()
            self.file.write_bytes(array.array("h", self.samples).tobytes())
            self.file.unlink()

    def __del__(self):
        self.close()
