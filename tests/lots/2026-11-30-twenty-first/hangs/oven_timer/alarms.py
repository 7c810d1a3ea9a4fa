"""Alarms that go off once, or again and again."""

import ctypes
import functools
import pathlib


@functools.lru_cache(maxsize=1)
def library():
    alarms = ctypes.CDLL(str(pathlib.Path(__file__).resolve().parent.parent.parent / "liboven.so"))
    alarms.alarm_new.argtypes = [ctypes.c_double, ctypes.c_double]
    alarms.alarm_wait.restype = ctypes.c_long
    return alarms


class Alarm:
    def __init__(self, first, every=0.0):
        self._fd = library().alarm_new(first, every)

    def wait(self):
        return library().alarm_wait(self._fd)

    def times(self, count):
        seen = 0
        while seen < count:
            seen += self.wait()
            yield seen

    def close(self):
        library().alarm_free(self._fd)
