import ctypes
import os
import threading

_lib = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libfeed.so"))
READING = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_double)
_lib.feed_run.argtypes = [READING]


class Weather:
    def __init__(self):
        self.latest = {}
        self.changed = threading.Condition()
        self._heard = READING(self.heard)

    def heard(self, station, celsius):
        with self.changed:
            self.latest[station] = celsius
            self.changed.notify_all()
        return 0

    def run(self):
        return _lib.feed_run(self._heard)
